// Positions: 81 faces from 9a to 1i ("P", "P1" promoted, small letters are gote's, "" is empty), what both hold by the
// same letters, and whose turn it is. Nothing here asks whether a move is allowed.

const HAND = "RBGSNLP";
const swapCase = (face) => (face < "a" ? face.toLowerCase() : face.toUpperCase());
const indexOf = (square) => (square.charCodeAt(1) - 97) * 9 + 9 - square[0];
const nameOf = (at) => `${9 - (at % 9)}${"abcdefghi"[Math.floor(at / 9)]}`;
const own = (letter, turn) => (turn ? letter.toLowerCase() : letter);

function readSfen(sfen) {
  const [rows, turn, held] = sfen.split(" ");
  const squares = [];
  for (const [, plus, letter] of rows.matchAll(/(\+?)([A-Za-z]|\d)/g)) {
    if (letter > "9") squares.push(letter + (plus && "1"));
    else squares.push(...Array(Number(letter)).fill(""));
  }
  const hands = {};
  for (const [, count, letter] of held.matchAll(/(\d*)([A-Za-z])/g)) hands[letter] = Number(count || 1);
  return { squares, hands, turn: turn === "w" ? 1 : 0 };
}

function writeSfen({ squares, hands, turn }) {
  const spelled = squares.map((face) => (face[1] ? "+" : "") + (face[0] || " "));
  const rows = Array.from({ length: 9 }, (_, row) => spelled.slice(row * 9, row * 9 + 9).join(""));
  const board = rows.join("/").replace(/ +/g, (gap) => gap.length);
  const held = [...HAND, ...HAND.toLowerCase()].filter((letter) => hands[letter]);
  const said = held.map((letter) => (hands[letter] > 1 ? hands[letter] : "") + letter).join("");
  return `${board} ${turn ? "w" : "b"} ${said || "-"} 1`;
}

function play({ squares, hands, turn }, usi) {
  const next = { squares: [...squares], hands: { ...hands }, turn: 1 - turn };
  const to = indexOf(usi.slice(2));
  if (usi[1] === "*") {
    const letter = own(usi[0], turn);
    next.squares[to] = letter;
    next.hands[letter] -= 1;
    return next;
  }
  const from = indexOf(usi);
  const taken = squares[to] && swapCase(squares[to][0]);
  if (taken) next.hands[taken] = (next.hands[taken] || 0) + 1;
  next.squares[to] = squares[from] + (usi[4] ? "1" : "");
  next.squares[from] = "";
  return next;
}
