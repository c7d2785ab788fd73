// A game entered by hand: all of its moves are tried ones. What stands there is a draft of this browser until it is kept.

const { root, svg, words, nodes, find, all, put, own, swapCase, indexOf, nameOf, readSfen, writeSfen, addNode, positionAt, pathTo, go, draw, here, mark, dress, tellStatus, unpick, moveText, hasMove, isChecked } =
  globalThis.shogi;
const form = find("#entry");
const handicap = find("[name='handicap']", form);
const DRAFT = "shogi draft";

const lastNode = () => {
  let node = nodes[0];
  while (node.next.length) node = node.next.at(-1);
  return node;
};
const entered = () => pathTo(lastNode()).map((node) => node.usi);

function writeForm() {
  form.elements.start.value = writeSfen(nodes[0].position);
  form.elements.moves.value = entered().join(" ");
  handicap.disabled = entered().length > 0;
  find("#place-start", form).disabled = entered().length > 0;
  find("[data-act='undo']").disabled = !entered().length;
  const last = positionAt(lastNode());
  find("[name='ending'][value='mate']", form).disabled = hasMove(last);
}

function keepDraft() {
  const fields = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "_csrf"));
  localStorage[DRAFT] = JSON.stringify({ ...fields, handicap: handicap.value });
}

function settleEntry() {
  writeForm();
  showEntered();
  keepDraft();
}

function showEntered() {
  const path = pathTo(lastNode());
  const rows = path.map((node) => {
    const row = document.createElement("li");
    row.textContent = node.text;
    if (node === here()) row.setAttribute("aria-current", "true");
    return row;
  });
  find("#moves").replaceChildren(...rows);
  find("#moves").scrollTop = find("#moves").scrollHeight;
}

root.addEventListener("stepped", showEntered);

// Another move in the place of one that was entered takes what followed it away.
root.addEventListener("made", () => {
  for (const node of pathTo(here())) node.up.next = [node];
  for (const choice of all("[name='ending']:checked", form)) choice.checked = choice.value === "";
  settleEntry();
});

function undo() {
  const last = lastNode();
  if (!last.up) return;
  last.up.next = [];
  last.up.pick = 0;
  go(last.up);
  settleEntry();
}

function startFrom(sfen) {
  nodes[0].position = readSfen(sfen);
  nodes[0].next = [];
  nodes[0].pick = 0;
  go(nodes[0]);
  settleEntry();
}

// With a handicap the sides are called otherwise, wherever they are named.
function nameSides() {
  const names = JSON.parse(form.dataset.names)[handicap.value !== "other" && handicap.selectedIndex > 0 ? 1 : 0];
  const rename = (text) => words.sides.reduce((said, name, n) => said.replace(name, names[n]), text);
  for (const each of all("[aria-label]", root)) each.setAttribute("aria-label", rename(each.getAttribute("aria-label")));
  for (const each of all(".who b, label, label span", root)) for (const part of each.childNodes) if (part.nodeName === "#text") part.data = rename(part.data);
  words.sides = names;
}

handicap.addEventListener("change", () => (nameSides(), handicap.value !== "other" && startFrom(handicap.value)));
form.addEventListener("change", keepDraft);
form.addEventListener("input", keepDraft);
root.addEventListener("click", ({ target }) => target.closest("[data-act='undo']") && undo());
form.addEventListener("submit", () => (writeForm(), (sessionStorage[DRAFT] = "sent")));

// What was sent and not refused is no draft any more.
function restore() {
  if (sessionStorage[DRAFT] && !find(".summary-box", form)) delete localStorage[DRAFT];
  delete sessionStorage[DRAFT];
  const draft = JSON.parse(localStorage[DRAFT] || "null");
  if (!draft) return writeForm();
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements[name];
    if (field && name !== "start" && name !== "moves") field.value = value;
  }
  if (draft.handicap) (handicap.value = draft.handicap), nameSides();
  if (draft.start) nodes[0].position = readSfen(draft.start);
  let node = nodes[0];
  for (const usi of (draft.moves || "").split(" ").filter(Boolean)) {
    node = Object.assign(addNode(node, usi, moveText(positionAt(node), usi, node.usi)), { tried: true });
  }
  go(node);
  writeForm();
}
