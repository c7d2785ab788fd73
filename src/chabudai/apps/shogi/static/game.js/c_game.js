// A game as a tree of moves: one node for each, the start first. A line of the page's data is the number of the line that
// it leaves, after how many of its moves, as which continuation, and its own moves in USI and in words; the first line is
// the main line. A line stops at a node that has only variations.

const nodes = [{ ply: 0, at: "0", next: [], position: readSfen(root.dataset.start) }];
const byAddress = new Map([["0", nodes[0]]]);
let here = nodes[0];

function addNode(up, usi, text, at) {
  const node = { up, usi, text, at, ply: up.ply + 1, next: [] };
  up.next.push(node);
  if (at) byAddress.set(at, node);
  return node;
}

const lines = [];

for (const [origin, steps, number, moves, texts, scores, clocks] of JSON.parse(root.dataset.lines)) {
  let node = lines[origin]?.[steps] || nodes[0];
  const [said, line, address] = [texts.split(" "), [node], number > 1 ? `${node.at}-${number}-` : ""];
  lines.push(line);
  node.stops ||= number > 1 && !node.next.length;
  moves.split(" ").forEach((usi, n) => {
    if (!usi) return;
    node = addNode(node, usi, said[n], address + (n + 1));
    node.score = scores[n];
    node.clock = clocks[n];
    line.push(node);
  });
}
const mainLine = lineThrough(nodes[0]);

function positionAt(node) {
  const missing = [];
  for (let each = node; !each.position; each = each.up) missing.push(each);
  for (const each of missing.reverse()) each.position = play(each.up.position, each.usi);
  return node.position;
}

function pathTo(node) {
  const path = [];
  for (let each = node; each.up; each = each.up) path.push(each);
  return path.reverse();
}

function following(node) {
  return node.next[node.pick ?? (node.stops ? -1 : 0)];
}

function lineThrough(node) {
  const line = pathTo(node);
  for (let each = following(node); each; each = following(each)) line.push(each);
  return line;
}

// The continuations above a node lead to it from now on.
function pickWay(node) {
  for (let each = node; each.up; each = each.up) each.up.pick = each.up.next.indexOf(each);
}

let rest;
let steppedAt = 0;

function go(node) {
  if (!node) return;
  const { previewing } = globalThis.shogi;
  const hasLeft = here.tried || (previewing?.has(here) && !previewing.has(node));
  here = node;
  pickWay(node);
  svg.classList.toggle("still", performance.now() - steppedAt < 120);
  steppedAt = performance.now();
  draw(positionAt(node), node.usi);
  if (hasLeft && !node.tried) dispatch("untried"); // first: what is dropped is not counted
  showPlace();
  clearTimeout(rest);
  rest = setTimeout(settle, 220);
}

function dispatch(name) {
  root.dispatchEvent(new CustomEvent(name));
}

function showPlace() {
  const line = lineThrough(here);
  const most = Math.max(mainLine.length, 1);
  find(".ply b", root).textContent = here.ply;
  find(".ply span", root).textContent = put(words.of, { n: line.length });
  const slider = find("#slider");
  slider.value = Math.min(here.ply, most);
  slider.setAttribute("aria-valuetext", here.text || words.start);
  for (const knob of all(".knob", root)) {
    knob.setAttribute("x", `${(slider.value / most) * 100}%`);
    find("circle", knob).setAttribute("cy", `${height(here)}%`);
  }
  root.classList.toggle("tried", Boolean(here.tried));
  showChips();
  showRow();
  showClocks();
  dispatch("stepped");
}

// As the graph draws it: 2000 for either side is its rim.
function height(node) {
  const { score = 0 } = pathTo(node).findLast((each) => each.score !== undefined) || {};
  return 50 - (Math.max(-2000, Math.min(2000, score)) / 2000) * 48;
}

function showChips() {
  const chips = here.next.filter((node) => !node.tried).map((node) => {
    const chip = document.createElement("a");
    chip.className = "chip";
    chip.href = `?at=${node.at}`;
    if (node === following(here)) chip.setAttribute("aria-current", "true");
    const kind = document.createElement("small");
    kind.textContent = mainLine.includes(node) ? words.main : words.variation;
    chip.append(node.text, kind);
    return chip;
  });
  const next = find("#next");
  next.replaceChildren(...chips);
  next.hidden = !chips.length;
}

function showClocks() {
  const path = pathTo(here);
  for (const clock of all(".clock", root)) {
    const last = path.findLast((node) => node.clock && positionAt(node).turn !== Number(clock.dataset.side));
    clock.textContent = last ? readClock(last.clock) : "";
  }
}

const readClock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

// Once one stands still: the address, what a reader says, and whatever asks the server.
function settle() {
  if (!here.tried) {
    const url = new URL(location.href);
    url.searchParams.set("at", here.at);
    url.searchParams.delete("tab");
    history.replaceState(history.state, "", url);
    for (const link of all("a[data-go]", root)) link.href = `?at=${(target(link.dataset.go) || here).at}`;
    for (const link of all("a[href*='?at=']:not([href^='?'])", root)) link.href = link.href.replace(/at=[^&]*/, `at=${here.at}`);
  }
  if (!playing || Number(root.dataset.speed) >= 2) find("#live").textContent = here.up ? speak(here) : words.start;
  dispatch("settled");
}

function speak(node) {
  const before = positionAt(node.up);
  const taken = before.squares[indexOf(node.usi.slice(2))];
  const said = put(words.spoken, { n: node.ply, side: words.sides[before.turn], move: node.text.slice(1) });
  return taken ? said + put(words.takes, { piece: words.pieces[taken.toUpperCase()] }) : said;
}

function target(name) {
  const line = lineThrough(here);
  return { start: nodes[0], back: here.up, next: following(here), end: line.at(-1) || here }[name];
}

let playing;

function autoplay(isOn) {
  clearInterval(playing);
  playing = isOn && following(here) ? setInterval(() => (go(following(here)), following(here) || autoplay(false)), root.dataset.speed * 1000) : 0;
  find("[data-act='play']", root).setAttribute("aria-pressed", String(Boolean(playing)));
}
