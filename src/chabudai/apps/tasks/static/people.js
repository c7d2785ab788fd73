// Members and invitations: links are shared where the device can, and emails on their way are looked after.
(() => {
  "use strict";

  const PAUSES = [1500, 3000, 6000, 12000, 30000];

  function showShare() {
    if (!navigator.share) return;
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
  }

  // What is being used stays: an open menu, a field with the focus.
  const isUsed = (part) => part.contains(document.activeElement) || part.querySelector("details[open]");

  async function lookAgain() {
    const answer = await fetch(location.href).catch(() => null);
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    const [fresh, stale] = [page && page.querySelector("#invitations"), document.querySelector("#invitations")];
    if (!fresh || !stale || isUsed(stale)) return;
    stale.replaceWith(fresh);
    showShare();
  }

  let turn = 0;
  function wait() {
    if (!document.querySelector("[data-look-again]")) turn = 0;
    const pause = PAUSES[Math.min(turn, PAUSES.length - 1)];
    setTimeout(async () => {
      if (document.querySelector("[data-look-again]") && !document.hidden) {
        turn += 1;
        await lookAgain();
      }
      wait();
    }, pause);
  }

  document.addEventListener("click", ({ target }) => {
    const link = target.closest("[data-share]")?.dataset.share;
    if (link) navigator.share({ url: link }).catch(() => {});
    // a question stands in the place of its row, which may come back: with its menu closed
    const menu = target.closest("a.menu-item[data-swap]")?.closest("details");
    if (menu) menu.open = false;
  });
  // An invitation that is gone leaves the keyboard with the next one, or where they stood.
  document.addEventListener("swapped", ({ detail: { source } }) => {
    if (source.dataset.swap !== "#invitations" || document.activeElement !== document.body) return;
    const list = document.querySelector("#invitations");
    (list.querySelector(".row summary") || list).focus({ preventScroll: true });
  });
  document.addEventListener("focusin", ({ target }) => target.matches("[data-select]") && target.select());
  new MutationObserver(showShare).observe(document.querySelector("#main"), { childList: true, subtree: true });
  showShare();
  wait();
})();
