// A job's page tells anew how far it is, every second while it is seen; what a finger is on stays where it is.
(() => {
  "use strict";
  const CHANGING = ["progress", ".job-said", ".refused"];
  const find = (selector, within = document) => within.querySelector(selector);

  async function look() {
    const job = find("#job");
    if (job?.dataset.state === "running" && !document.hidden) {
      const answer = await fetch(location.href, { headers: { "X-Swap": "1", Accept: "text/html" } }).catch(() => null);
      if (answer?.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    setTimeout(look, 1000);
  }

  function show(page) {
    const [old, fresh] = [find("#job"), find("#job", page)];
    if (!old || !fresh || old.dataset.state !== "running") return;
    if (old.dataset.state !== fresh.dataset.state) old.replaceWith(fresh);
    else for (const part of CHANGING) find(part, old).replaceWith(find(part, fresh));
  }

  setTimeout(look, 1000);
})();
