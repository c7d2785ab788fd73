// What the engine says of this position is a part of the page that is asked for again: see views/engine_panel.py.
(() => {
  "use strict";
  const { root, find, pathTo, nodes, here } = globalThis.shogi;
  let poll;

  function asked() {
    const path = pathTo(here());
    const base = path.findLast((node) => !node.tried) || nodes[0];
    const moves = path.filter((node) => node.tried).map((node) => node.usi);
    return new URLSearchParams({ at: base.at, moves: moves.join(" ") }).toString();
  }

  async function show() {
    clearTimeout(poll);
    const [part, at] = [find("#engine"), asked()];
    if (!part || (part.dataset.asked === at && !part.dataset.poll)) return;
    const answer = await fetch(`${root.dataset.url}/engine?${at}`).catch(() => null);
    if (!answer?.ok || at !== asked()) return;
    const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
    const seconds = find("#seconds")?.value;
    for (const fresh of [...body.children]) find(`#${fresh.id}`)?.replaceWith(fresh);
    find("#engine").dataset.asked = at;
    if (seconds && find("#seconds")) find("#seconds").value = seconds;
    wait();
  }

  function wait() {
    const seconds = find("#engine")?.dataset.poll;
    clearTimeout(poll);
    if (seconds) poll = setTimeout(show, seconds * 1000);
  }

  root.addEventListener("settled", show);
  document.addEventListener("swapped", wait);
  wait();
})();
