// A hand at the board: a tap picks a piece and shows where it may go, a second tap or a drag puts it there. A miss goes
// to the nearest square that is allowed; what is not says why.

const box = find(".board-box");
const layer = find(".targets", svg);
const SNAP = 12;
let picked = null;
let drag = null;

function draws(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return layer.appendChild(element);
}

function pick(from) {
  const position = positionAt(here());
  const moves = legalFrom(position, from);
  globalThis.shogi.autoplay(false);
  unpick();
  picked = { from, targets: new Map() };
  for (const usi of moves) {
    const to = indexOf(usi.slice(2));
    picked.targets.set(to, [...(picked.targets.get(to) || []), usi]);
  }
  if (from[1] === "*") find(`[data-kind="${own(from[0], position.turn)}"] button`, root).classList.add("picked");
  else mark("rect.picked", indexOf(from));
  if (root.dataset.targets !== "off") {
    for (const to of picked.targets.keys()) {
      const isTaken = position.squares[to];
      moveTo(draws("circle", { class: isTaken ? "take" : "dot", r: isTaken ? 28 : 9 }), to, 30, 32.5);
    }
  }
  tellStatus("");
}

function unpick() {
  picked = null;
  layer.replaceChildren();
  mark("rect.picked");
  for (const each of all("button.picked", root)) each.classList.remove("picked");
  find("#promote")?.remove();
}

function tellStatus(text) {
  find("#status").textContent = text;
}

function refuse(usi) {
  const position = positionAt(here());
  const reason = refusal(position, usi);
  tellStatus(put(words.refusals[reason] || words.refusals.cannot_move, { side: words.sides[position.turn] }));
}

// The square under a point of the screen, and how far a target's edge is from it at most.
function squareAt(x, y) {
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = width / svg.viewBox.baseVal.width;
  const [px, py] = [(x - left) / scale - 15, (y - top) / scale - 31];
  const [column, row] = [Math.floor(px / 60), Math.floor(py / 65)];
  const near = [...(picked?.targets.keys() || [])].map((to) => {
    const [cx, cy] = [placeOf(to)[0] - 15, placeOf(to)[1] - 31];
    const [dx, dy] = [Math.max(cx - px, 0, px - cx - 60), Math.max(cy - py, 0, py - cy - 65)];
    return { to, away: Math.hypot(dx, dy) * scale };
  }).sort((one, other) => one.away - other.away)[0];
  const at = column >= 0 && column < 9 && row >= 0 && row < 9 ? seen(row * 9 + column) : -1;
  if (near && near.away > 0 && near.away <= SNAP && !isOwn(at)) return near.to;
  return at;
}

function isOwn(at) {
  const { squares, turn } = positionAt(here());
  return Boolean(squares[at]) && sideOf(squares[at]) === turn;
}

function tap(at) {
  const moves = picked?.targets.get(at);
  if (moves) return choose(moves, at);
  if (isOwn(at)) return picked?.from === nameOf(at) ? unpick() : pick(nameOf(at));
  const { squares, turn } = positionAt(here());
  if (at < 0) return unpick();
  if (picked) return refuse(picked.from + nameOf(at)), unpick();
  if (squares[at]) tellStatus(put(words.refusals.wrong_side, { side: words.sides[turn] }));
}

// 成 stands on the square itself, under the finger; what stays as it is lies towards the middle of the board. The click
// of the tap that opened the choice falls on it too: only what was pressed here, or a key, chooses.
function choose(moves, at) {
  if (moves.length < 2) return make(moves[0]);
  const [promoted, plain] = moves;
  const face = positionAt(here()).squares[indexOf(plain)];
  const asking = document.createElement("div");
  asking.id = "promote";
  asking.setAttribute("role", "group");
  let isPressed = false;
  asking.addEventListener("pointerdown", (event) => (isPressed = !event.button));
  for (const [usi, each, label] of [[promoted, `${face}1`, words.promote], [plain, face, words.keep_side]]) {
    const button = asking.appendChild(document.createElement("button"));
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.innerHTML = '<svg viewBox="-30 -33 60 66" aria-hidden="true"><use/></svg>';
    globalThis.shogi.dress(find("use", button), each);
    button.addEventListener("pointerup", () => isPressed && make(usi));
    button.addEventListener("click", (event) => event.detail || make(usi));
  }
  const [x, y] = placeOf(at);
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const isLow = seen(at) >= 36;
  asking.classList.toggle("up", isLow);
  asking.style.transform = `translate(${x * scale}px, ${(isLow ? y + 65 : y) * scale}px)${isLow ? " translateY(-100%)" : ""}`;
  asking.style.setProperty("--cell", `${60 * scale}px`);
  box.append(asking);
  find("button", asking).focus({ preventScroll: true });
}

function make(usi) {
  const node = here();
  unpick();
  tellStatus("");
  const known = node.next.find((each) => each.usi === usi);
  go(known || tryMove(node, usi));
  dispatch("made");
}

box.addEventListener("pointerdown", (event) => {
  if (event.button || event.target.closest("#promote")) return;
  const at = squareAt(event.clientX, event.clientY);
  find("#promote")?.remove();
  if (!isOwn(at) || picked?.targets.has(at)) return tap(at);
  const wasPicked = picked?.from === nameOf(at);
  pick(nameOf(at));
  startDrag(event, stones.get(at), () => wasPicked && unpick());
});

for (const stand of all(".stand", root)) {
  stand.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("li");
    if (!item || event.button) return;
    pickHeld(item);
    if (picked) startDrag(event, null, () => {});
  });
  stand.addEventListener("click", (event) => event.detail || (event.target.closest("li") && pickHeld(event.target.closest("li"))));
}

function pickHeld(item) {
  const { turn } = positionAt(here());
  const letter = item.dataset.kind;
  if (sideOf(letter) !== turn) return unpick(), tellStatus(put(words.refusals.wrong_side, { side: words.sides[turn] }));
  if (picked?.from === `${letter.toUpperCase()}*`) return unpick();
  pick(`${letter.toUpperCase()}*`);
}

function startDrag({ clientX, clientY, pointerId, pointerType }, stone, onTap) {
  drag = { x: clientX, y: clientY, pointerId, stone, onTap, lift: pointerType === "touch" ? 44 : 0, isMoving: false };
}

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < (drag.lift ? 16 : 7)) return;
  if (!drag.isMoving) lift();
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = width / svg.viewBox.baseVal.width;
  drag.stone.style.transform = `translate(${(event.clientX - left) / scale}px, ${(event.clientY - drag.lift - top) / scale}px) scale(1.18)`;
});

function lift() {
  drag.isMoving = true;
  if (!drag.stone) {
    drag.stone = find(".pieces", svg).appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"));
    globalThis.shogi.dress(drag.stone, own(picked.from[0], positionAt(here()).turn));
    drag.isGuest = true;
  }
  drag.stone.parentElement.append(drag.stone); // above the others
  svg.classList.add("still");
}

for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, (event) => {
    if (!drag || event.pointerId !== drag.pointerId) return;
    const ended = drag;
    drag = null;
    if (!ended.isMoving) return ended.onTap();
    if (ended.isGuest) ended.stone.remove();
    // Where the piece is seen; where it can't go there, under the finger.
    const places = name === "pointerup" ? [ended.lift, 0].map((up) => squareAt(event.clientX, event.clientY - up)) : [-1];
    const at = places.find((each) => picked?.targets.has(each)) ?? places[0];
    const from = picked && picked.from[1] !== "*" ? indexOf(picked.from) : -1;
    if (from >= 0) moveTo(ended.stone, from, 30, 32.5);
    if (picked?.targets.has(at)) return choose(picked.targets.get(at), at);
    if (at >= 0 && at !== from && picked) refuse(picked.from + nameOf(at));
    if (at !== from) unpick();
  });
}
