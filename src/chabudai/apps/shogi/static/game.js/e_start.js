// What fingers, wheels and keys do on a game's page. Links say where they lead, so that they work without this too.

const acts = {
  play: () => autoplay(!playing),
  link: () => navigator.clipboard?.writeText(new URL(`?at=${here.at}`, location.href)).then(() => tell("copied")),
  before: () => go(turning(-1)),
  after: () => go(turning(1)),
};
for (const name of ["flip", "zen", "board", "write", "sfen"]) acts[name] = () => later().then(() => dispatch(name));

const tell = (word) => document.dispatchEvent(new CustomEvent("say", { detail: { word, kind: "done" } }));

// The marked move before or after this one, on the main line.
function turning(by) {
  const marked = root.dataset.marks.split(" ").filter(Boolean).map(Number);
  const ply = by > 0 ? marked.find((each) => each > here.ply) : marked.findLast((each) => each < here.ply);
  return ply && mainLine[ply - 1];
}

// Trying moves is a script of its own, fetched when one reaches for the board; so is entering a game. What has data-now
// comes by itself.
let fetched;

function load(selector) {
  const scripts = all(selector).map(({ dataset }) => Object.assign(document.createElement("script"), { src: dataset.script, async: false }));
  document.head.append(...scripts);
  return new Promise((done) => scripts.at(-1)?.addEventListener("load", done));
}

function later() {
  return (fetched ||= load("[data-script]:not([data-now])"));
}

let held;

root.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest("[data-go='next']")) return;
  held = setTimeout(() => ((held = 0), autoplay(true)), 450);
});
addEventListener("pointerup", () => held && clearTimeout(held));

root.addEventListener("click", (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest("[data-go], [data-act], [data-tab-of], a[href^='?at=']");
  if (!link) return;
  const { go: where, act, tabOf: tab, line } = link.dataset;
  if (act && !acts[act]) return;
  event.preventDefault();
  const wasPlaying = playing;
  if (tab) root.dataset.tab = tab;
  else if (act) acts[act]();
  else if (where === "next" && held === 0) held = undefined;
  else if (autoplay(false), line) later().then(() => globalThis.shogi.preview(link));
  else if (where !== "next" || !wasPlaying) go(where ? target(where) : byAddress.get(link.getAttribute("href").slice(4)) || location.assign(link.href));
  for (const menu of all("details[open]", root)) menu.open = false;
});

root.addEventListener("input", ({ target }) => {
  if (target.id !== "slider") return;
  const line = lineThrough(here);
  go(Number(target.value) ? line[Math.min(target.value, line.length) - 1] : nodes[0]);
});

let turned = 0;

find(".board-box").addEventListener("wheel", (event) => {
  if (event.ctrlKey) return;
  event.preventDefault();
  turned += event.deltaMode ? event.deltaY * 40 : event.deltaY;
  if (Math.abs(turned) < 40) return;
  go(turned > 0 ? following(here) : here.up);
  turned = 0;
}, { passive: false });

// A tap that comes before the script does is done once it is there; a finger that is still down goes on to drag.
for (const part of all(".board-box, .stand", root)) {
  part.addEventListener("pointerenter", later);
  part.addEventListener("pointerdown", (event) => {
    if (globalThis.shogi.tap) return;
    const names = ["pointerdown"];
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => names.push(end), { once: true });
    later().then(() => names.forEach((name) => event.target.dispatchEvent(new PointerEvent(name, event))));
  });
}

const keys = {
  ArrowLeft: () => go(here.up),
  ArrowRight: () => go(following(here)),
  ArrowUp: () => turnPick(-1),
  ArrowDown: () => turnPick(1),
  Home: () => go(nodes[0]),
  End: () => go(target("end")),
  " ": () => autoplay(!playing),
};

function turnPick(by) {
  const ways = here.next.length;
  if (ways < 2) return;
  here.pick = ((here.pick || 0) + by + ways) % ways;
  showPlace();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  if (event.target.closest("textarea, select, dialog, details[open], .search, input:not(#slider)") || root.classList.contains("walking")) return;
  if (event.key === " " && event.target.closest("a, button, summary")) return;
  event.preventDefault();
  if (event.key !== " ") autoplay(false);
  keys[event.key]();
});

globalThis.shogi = {
  root, svg, words, cells, stones, nodes, byAddress, find, all, put, own, swapCase, indexOf, nameOf, readSfen, writeSfen, play, placeOf, moveTo, mark, dress, draw,
  addNode, positionAt, pathTo, go, autoplay, dispatch, tell, nameCell, seen, faceSeen, list, rowOf, showRow, speak, mainLine,
  here: () => here,
  flip: () => (isFlipped = !isFlipped),
};

here = byAddress.get(root.dataset.at) || nodes[0];
pickWay(here);
adopt(positionAt(here));
showPlace();
root.classList.add("alive");
if (root.matches("[data-entry], [data-sound=on]") || sessionStorage[`tried ${root.dataset.url}`]) later();
load("[data-now]");
