// The board as it is seen: a step moves pieces by their transforms, and two rectangles that mark the last move.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const root = find("#game");
const words = JSON.parse(root.dataset.words);
const svg = find(".board");
const layer = find(".pieces", svg);
const cells = all("[role='gridcell']", root);
const [CELL_X, CELL_Y, LEFT, TOP] = [60, 65, 15, 31];
const stones = new Map();
const spare = [];
let shown = [];
let isFlipped = "flipped" in root.dataset;

const seen = (at) => (isFlipped ? 80 - at : at);
const faceSeen = (face) => (!isFlipped ? face : swapCase(face) + (/k/i.test(face) ? "2" : ""));
const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function placeOf(at) {
  const [column, row] = [seen(at) % 9, Math.floor(seen(at) / 9)];
  return [LEFT + column * CELL_X, TOP + row * CELL_Y];
}

function moveTo(element, at, dx = 0, dy = 0) {
  const [x, y] = placeOf(at);
  element.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
}

function dress(stone, face) {
  stone.setAttribute("href", `${root.dataset.sprite}#${faceSeen(face)}`);
  stone.face = face;
}

function newStone() {
  return layer.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"));
}

// Of the pieces that leave their squares the same one goes on, else one that was or is the other side of it.
function takeStone(free, face) {
  const same = free.find((stone) => stone.face === face) || free.find((stone) => stone.face[0] === face[0]);
  if (same) free.splice(free.indexOf(same), 1);
  const stone = same || spare.pop() || newStone();
  stone.style.display = "";
  return stone;
}

function nameSquare(at) {
  return words.files[8 - (at % 9)] + words.ranks[Math.floor(at / 9)];
}

function nameCell(at, face) {
  const values = { square: nameSquare(at), side: words.sides[face < "a" ? 0 : 1], piece: words.pieces[face.toUpperCase()] };
  return put(face ? words.cell : words.empty, values);
}

function draw(position, move) {
  const { squares } = position;
  const changed = squares.map((face, at) => at).filter((at) => squares[at] !== (shown[at] || ""));
  const free = changed.map((at) => stones.get(at)).filter(Boolean);
  changed.forEach((at) => stones.delete(at));
  for (const at of changed.filter((each) => squares[each])) {
    const stone = takeStone(free, squares[at]);
    if (stone.face !== squares[at]) dress(stone, squares[at]);
    moveTo(stone, at, CELL_X / 2, CELL_Y / 2);
    stones.set(at, stone);
  }
  for (const stone of free) (stone.style.display = "none"), spare.push(stone);
  for (const at of changed) cells[seen(at)].setAttribute("aria-label", nameCell(at, squares[at]));
  shown = squares;
  mark(".to", move && indexOf(move.slice(2)));
  mark(".from", move && move[1] !== "*" ? indexOf(move) : undefined);
  drawHands(position);
}

function mark(selector, at) {
  const rect = find(selector, svg);
  if (at === undefined) rect.style.transform = "translate(-9999px)";
  else moveTo(rect, at);
}

function drawHands({ hands, turn }) {
  root.dataset.turn = turn ? "w" : "b";
  for (const item of all(".stand li", root)) {
    const count = hands[item.dataset.kind] || 0;
    if (Number(item.dataset.count) === count) continue;
    item.dataset.count = count;
    item.hidden = !count;
    find("button", item).setAttribute("aria-label", put(words.held, { piece: words.pieces[item.dataset.kind.toUpperCase()], n: count }));
    find("b", item).textContent = count > 1 ? count : "";
  }
}

// What the server drew is taken over: its pieces stand in the order of their squares.
function adopt(position) {
  const drawn = all("use", layer);
  position.squares.forEach((face, at) => face && stones.set(at, Object.assign(drawn.shift(), { face })));
  shown = position.squares;
}
