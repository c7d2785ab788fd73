// What is tried: moves that hang on the tree until they are kept or dropped. Nothing is written before that.

function tryMove(node, usi) {
  const text = moveText(positionAt(node), usi, node.usi);
  return Object.assign(globalThis.shogi.addNode(node, usi, text), { tried: true });
}

const isEntry = root.matches("[data-entry]"); // a game that is entered by hand is all tried
const triedPath = () => pathTo(here()).filter((node) => node.tried);
const base = () => pathTo(here()).findLast((node) => !node.tried) || globalThis.shogi.nodes[0];

function forget() {
  for (const node of globalThis.shogi.byAddress.values()) {
    node.next = node.next.filter((each) => !each.tried);
    if (!node.next[node.pick]) delete node.pick;
  }
}

// What could not be kept is there again after the page was loaded anew, until it is kept or dropped.
const LEFT = `tried ${root.dataset.url}`;

function leaveForLater(message, mayReload) {
  find("#tried-problem").textContent = message || words.failed;
  find("#reload").hidden = !mayReload;
  sessionStorage[LEFT] = pathTo(here()).map((node) => node.usi).join(" ");
}

function comeBackTo(moves) {
  let node = globalThis.shogi.nodes[0];
  for (const usi of moves) {
    const known = node.next.find((each) => each.usi === usi);
    if (!known && refusal(positionAt(node), usi)) break;
    node = known || tryMove(node, usi);
  }
  if (!node.tried) delete sessionStorage[LEFT];
  go(node);
}

function discard() {
  if (!here().tried || isEntry) return;
  globalThis.shogi.autoplay(false);
  go(base());
}

function keepText() {
  const path = triedPath();
  if (!path.length) return;
  const more = path.length - 1;
  if (isEntry) return;
  find("#tried-text").textContent = path[0].text + (more ? ` ${put(words.more, { n: more })}` : "");
  find("#tried-problem").textContent = "";
  find("#reload").hidden = true;
}

async function keep() {
  const path = triedPath();
  const button = find("[data-act='keep']", root);
  if (!path.length || button.getAttribute("aria-busy")) return;
  const sent = { at: base().at, moves: path.map((node) => node.usi).join(" "), seen: root.dataset.seen, as: "json" };
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${root.dataset.url}/${button.dataset.to}`, { method: "POST", body: new URLSearchParams(sent), headers: { "X-CSRF-Token": find("[name='csrf-token']").content } });
    const said = await answer.json();
    if (!answer.ok) return leaveForLater(said.message, answer.status === 409);
    delete sessionStorage[LEFT];
    location.assign(said.url);
  } catch {
    leaveForLater();
  } finally {
    button.removeAttribute("aria-busy");
  }
}

// A candidate's line is played as if it were tried, from the position of which the engine was asked.
function preview(link) {
  const { byAddress, autoplay } = globalThis.shogi;
  const asked = new URLSearchParams(link.closest("[data-asked]").dataset.asked);
  const follow = (node, usi) => node.next.find((each) => each.usi === usi) || tryMove(node, usi);
  if (here().tried) go(base());
  const start = (asked.get("moves") || "").split(" ").filter(Boolean).reduce(follow, byAddress.get(asked.get("at")));
  const line = [];
  for (const usi of link.dataset.line.split(" ")) line.push(follow(line.at(-1) || start, usi));
  for (const node of line) node.up.pick = node.up.next.indexOf(node);
  globalThis.shogi.previewing = new Set(line);
  go(line[0]);
  autoplay(true);
  for (const old of all("[data-line][aria-current]", root)) old.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
}

root.addEventListener("stepped", () => (unpick(), keepText()));
root.addEventListener("untried", () => isEntry || (forget(), delete sessionStorage[LEFT]));
find("#reload")?.addEventListener("click", () => location.reload());
root.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act === "keep") keep();
  else if (act === "discard") discard();
});

// The board by keys: arrows walk the squares, Enter picks and puts, H goes to the hand, Escape back to stepping.
let cursor = 40;

function walkTo(at) {
  cells[cursor].tabIndex = -1;
  cursor = at;
  cells[cursor].tabIndex = 0;
  cells[cursor].focus({ preventScroll: true });
}

root.addEventListener("board", () => (root.classList.add("walking"), walkTo(cursor)));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
  const isWalking = root.classList.contains("walking");
  if (event.key === "Escape" && !event.target.closest("dialog, details[open]")) {
    if (picked) unpick();
    else if (isWalking) root.classList.remove("walking"), document.activeElement.blur();
    else if (here().tried) discard();
    else return;
  } else if (!isWalking || event.target.closest("textarea, input, dialog")) return;
  else if (by && event.target.closest("[role='grid']")) {
    const isEdge = by === -1 ? cursor % 9 === 0 : by === 1 ? cursor % 9 === 8 : cursor + by < 0 || cursor + by > 80;
    if (!isEdge) walkTo(cursor + by);
  } else if (event.key === "Enter" && event.target.closest("[role='gridcell']")) tap(seen(cursor));
  else if (event.key.toLowerCase() === "h") find(`.stand[data-side="${positionAt(here()).turn ? "w" : "b"}"] li:not([hidden]) button`, root)?.focus();
  else return;
  event.preventDefault();
});
root.addEventListener("made", () => root.classList.contains("walking") && walkTo(cursor));

if (!isEntry && sessionStorage[LEFT]) comeBackTo(sessionStorage[LEFT].split(" "));

Object.assign(globalThis.shogi, { legalMoves, refusal, moveText, preview, pick, unpick, tap, tellStatus, hasMove, isChecked });
