// What the engine says of this position is a part of the page that is asked for again: see views/engine_panel.py.
(() => {
  "use strict";
  const { root, words, find, all, pathTo, nodes, mainLine, rowOf, here, dispatch } = globalThis.shogi;
  let poll;

  function shown() {
    const path = pathTo(here());
    const base = path.findLast((node) => !node.tried) || nodes[0];
    const moves = path.filter((node) => node.tried).map((node) => node.usi);
    return new URLSearchParams({ at: base.at, moves: moves.join(" ") }).toString();
  }

  // While a candidate's line is looked at, the candidates stay; what is asked for next is the position on the board.
  const previewed = () => (globalThis.shogi.previewing?.has(here()) ? find("[data-line][aria-current]", root) : null);

  function wanted() {
    return previewed() ? find("#engine").dataset.asked : shown();
  }

  async function show() {
    clearTimeout(poll);
    const part = find("#engine");
    if (!part) return;
    const at = wanted();
    aim();
    if (part.dataset.asked === at && !part.dataset.poll) return;
    const answer = await fetch(`${root.dataset.url}/engine?${at}&scored=${find("#scored").dataset.scored}`).catch(() => null);
    if (!answer?.ok || at !== wanted()) return;
    put(new DOMParser().parseFromString(await answer.text(), "text/html").body, at);
    wait();
  }

  function put(body, at) {
    const [seconds, line] = [find("#seconds")?.value, previewed()?.dataset.line];
    for (const fresh of [...body.children]) find(`#${fresh.id}`)?.replaceWith(fresh);
    find("#engine").dataset.asked = at;
    if (find("#scored").dataset.scores) score(JSON.parse(find("#scored").dataset.scores));
    if (seconds && find("#seconds")) find("#seconds").value = seconds;
    if (line) find(`[data-line="${line}"]`, root)?.setAttribute("aria-current", "true");
    aim();
  }

  // What the analysis of the whole game has come to since the page was made.
  function score(moves) {
    moves.forEach(([value, text, mark], n) => {
      const node = mainLine[n];
      const row = rowOf(node);
      node.score = value;
      if (!row) return;
      find("s:last-child", row).textContent = text;
      if (mark && !find("em", row)) find("b", row).after(Object.assign(document.createElement("em"), { className: mark, textContent: words.marks[mark] }));
    });
    root.dataset.marks = moves.flatMap(([, , mark], n) => (mark ? [n + 1] : [])).join(" ");
    dispatch("scored");
  }

  function aim() {
    for (const [name, value] of new URLSearchParams(shown())) for (const field of all(`.ask [name="${name}"]`, root)) field.value = value;
    if (!previewed()) for (const old of all("[data-line][aria-current]", root)) old.removeAttribute("aria-current");
  }

  function wait() {
    const seconds = find("#engine")?.dataset.poll;
    clearTimeout(poll);
    if (seconds) poll = setTimeout(show, seconds * 1000);
  }

  root.addEventListener("settled", show);
  document.addEventListener("swapped", show);
  wait();
})();
