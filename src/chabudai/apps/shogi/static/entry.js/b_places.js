// A start position of one's own: pieces are put from a box, moved, turned by tapping them again, and taken off the board.
// It is looked at before one plays from it.

const box = find("#box");
const FACES = ["K", "R", "B", "G", "S", "N", "L", "P"];
const MOST = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const isPlacing = () => root.classList.contains("placing");
let chosen = null;

const copy = () => {
  const { squares, hands, turn } = nodes[0].position;
  return { squares: [...squares], hands: { ...hands }, turn };
};

function show(position) {
  nodes[0].position = position;
  draw(position);
  showBox();
  settleEntry();
}

function left({ squares, hands }) {
  const counts = { ...MOST };
  for (const face of squares) if (face) counts[face[0].toUpperCase()] -= 1;
  for (const [letter, count] of Object.entries(hands)) counts[letter.toUpperCase()] -= count;
  return counts;
}

function showBox() {
  const counts = left(nodes[0].position);
  for (const button of all("[data-face]", box)) {
    const count = counts[button.dataset.face.toUpperCase()];
    button.disabled = count < 1;
    find("b", button).textContent = count;
    button.setAttribute("aria-pressed", String(chosen === button.dataset.face));
  }
}

// P, its other side, the opponent's, and that one's other side.
function turnOver(face) {
  const canTurn = !/[GK]/i.test(face);
  if (!face[1] && canTurn) return `${face}1`;
  return swapCase(face[0]);
}

function touch(at) {
  const position = copy();
  const there = position.squares[at];
  if (typeof chosen === "number") {
    if (chosen === at) position.squares[at] = turnOver(there);
    else {
      const taken = position.squares[at];
      position.squares[at] = position.squares[chosen];
      position.squares[chosen] = taken;
      choose(null);
    }
    return show(position), at;
  }
  if (chosen) {
    if (there || left(position)[chosen.toUpperCase()] < 1) return choose(there ? at : null);
    position.squares[at] = chosen;
    show(position);
    if (left(position)[chosen.toUpperCase()] < 1) choose(null);
    return at;
  }
  if (there) choose(at);
  return at;
}

function choose(what) {
  chosen = what;
  mark("rect.picked", typeof what === "number" ? what : undefined);
  showBox();
}

function takeOff(hand) {
  if (chosen === null) return;
  const position = copy();
  const face = typeof chosen === "number" ? position.squares[chosen] : chosen;
  if (hand !== undefined && /k/i.test(face)) return;
  if (typeof chosen === "number") position.squares[chosen] = "";
  if (hand !== undefined) {
    const letter = own(face[0].toUpperCase(), hand);
    if (typeof chosen !== "number" && left(position)[letter.toUpperCase()] < 1) return;
    position.hands[letter] = (position.hands[letter] || 0) + 1;
  }
  if (typeof chosen === "number") choose(null);
  show(position);
}

function lessInHand(letter) {
  const position = copy();
  position.hands[letter] -= 1;
  show(position);
}

// What keeps it from being the start of a game; the server looks at it again.
function problem({ squares, turn }) {
  const files = new Set();
  for (const [at, face] of squares.entries()) {
    const side = face < "a" ? 0 : 1;
    const depth = side ? 8 - Math.floor(at / 9) : Math.floor(at / 9);
    if (/^p$/i.test(face)) {
      if (files.has(`${face}${at % 9}`)) return "two_pawns";
      files.add(`${face}${at % 9}`);
    }
    if (face && !face[1] && depth < ({ P: 1, L: 1, N: 2 }[face.toUpperCase()] || 0)) return "no_way_to_go";
  }
  const kings = ["K", "k"].map((king) => squares.filter((face) => face === king).length);
  if (Math.max(...kings) > 1) return "two_kings";
  if (!kings[0] && !kings[1]) return "no_king";
  return isChecked(squares, 1 - turn) ? "opponent_in_check" : "";
}

function enterPlacing(isOn) {
  if (!isOn) {
    const wrong = problem(nodes[0].position);
    find("#status").classList.remove("hint");
    if (wrong) return tellStatus(words.problems[wrong]);
  }
  unpick();
  choose(null);
  tellStatus(isOn ? words.place : "");
  find("#status").classList.toggle("hint", isOn);
  root.classList.toggle("placing", isOn);
  if (isOn) (handicap.value = "other"), nameSides();
  settleEntry();
}

// Before the hand that plays: while one places, no move is made.
find(".board-box").addEventListener("pointerdown", (event) => {
  if (!isPlacing() || event.button) return;
  event.stopImmediatePropagation();
  const { left: x, top: y, width } = svg.getBoundingClientRect();
  const scale = width / svg.viewBox.baseVal.width;
  const [column, row] = [Math.floor(((event.clientX - x) / scale - 15) / 60), Math.floor(((event.clientY - y) / scale - 31) / 65)];
  if (column >= 0 && column < 9 && row >= 0 && row < 9) touch(globalThis.shogi.seen(row * 9 + column));
}, { capture: true });
for (const stand of all(".stand", root)) {
  stand.addEventListener("pointerdown", (event) => {
    if (!isPlacing()) return;
    event.stopImmediatePropagation();
    const item = event.target.closest("li");
    if (chosen === null && item) lessInHand(item.dataset.kind);
    else takeOff(stand.dataset.side === "w" ? 1 : 0);
  }, { capture: true });
}
root.addEventListener("click", ({ target }) => {
  const face = target.closest("[data-face]")?.dataset.face;
  const act = target.closest("[data-place]")?.dataset.place;
  if (face) choose(chosen === face ? null : face);
  else if (act === "off") takeOff();
  else if (act === "empty") show({ squares: Array(81).fill(""), hands: {}, turn: nodes[0].position.turn });
  else if (act === "start") enterPlacing(true);
  else if (act === "done") enterPlacing(false);
  else if (act === "turn") show({ ...copy(), turn: 1 - nodes[0].position.turn });
});

restore();
showBox();
root.classList.add("ready");
