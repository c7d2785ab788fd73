// The lines of a game that is too long to stand in its page: fetched first, then the game's own script begins.
(() => {
  "use strict";
  const root = document.querySelector("#game");

  async function begin() {
    const answer = await fetch(`${root.dataset.url}/lines`);
    if (!answer.ok) return;
    root.dataset.lines = await answer.text();
    document.head.append(Object.assign(document.createElement("script"), { src: root.dataset.game }));
  }

  begin().catch(() => {});
})();
