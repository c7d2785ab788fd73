// The rules: which moves are allowed, and why another is not. Reasons have the same names as on the server.

const { root, svg, words, cells, stones, find, all, put, own, swapCase, indexOf, nameOf, play, placeOf, moveTo, mark, positionAt, pathTo, here, go, dispatch, seen } =
  globalThis.shogi;

const STRAIGHT = [[0, -1], [0, 1], [1, 0], [-1, 0]];
const DIAGONAL = [[1, -1], [-1, -1], [1, 1], [-1, 1]];
const GOLD = [...STRAIGHT, [1, -1], [-1, -1]];
const STEPS = { P: [[0, -1]], N: [[1, -2], [-1, -2]], S: [[0, -1], ...DIAGONAL], G: GOLD, K: [...STRAIGHT, ...DIAGONAL], P1: GOLD, L1: GOLD, N1: GOLD, S1: GOLD, B1: STRAIGHT, R1: DIAGONAL };
const SLIDES = { L: [[0, -1]], B: DIAGONAL, R: STRAIGHT, B1: DIAGONAL, R1: STRAIGHT };
const sideOf = (face) => (face < "a" ? 0 : 1);
const depth = (at, side) => (side ? 8 - Math.floor(at / 9) : Math.floor(at / 9));
const isDead = (face, at, side) => depth(at, side) < ({ P: 1, L: 1, N: 2 }[face] || 0);
const isZone = (at, side) => depth(at, side) < 3;

function reach(squares, at) {
  const name = squares[at].toUpperCase();
  const side = sideOf(squares[at]);
  const found = [];
  const walk = ([dx, dy], most) => {
    let [x, y] = [at % 9, Math.floor(at / 9)];
    for (let n = 0; n < most; n += 1) {
      x += side ? -dx : dx;
      y += side ? -dy : dy;
      if (x < 0 || x > 8 || y < 0 || y > 8) return;
      const there = squares[y * 9 + x];
      if (!there || sideOf(there) !== side) found.push(y * 9 + x);
      if (there) return;
    }
  };
  for (const way of STEPS[name] || []) walk(way, 1);
  for (const way of SLIDES[name] || []) walk(way, 8);
  return found;
}

function isChecked(squares, side) {
  const king = squares.indexOf(own("K", side));
  return king >= 0 && squares.some((face, at) => face && sideOf(face) !== side && reach(squares, at).includes(king));
}

// Of one piece, by its square ("7g") or in hand ("P*"): where the rules of kings and pawns are not asked yet.
function ways({ squares, hands, turn }, from) {
  if (from[1] === "*") {
    if (!hands[own(from[0], turn)]) return [];
    return squares.map((face, at) => at).filter((at) => !squares[at]).map((at) => from + nameOf(at));
  }
  const at = indexOf(from);
  const face = squares[at];
  if (!face || sideOf(face) !== turn) return [];
  return reach(squares, at).flatMap((to) => {
    const usi = from + nameOf(to);
    const mayTurn = !face[1] && !/[GK]/i.test(face) && (isZone(at, turn) || isZone(to, turn));
    return mayTurn ? [`${usi}+`, usi] : [usi];
  });
}

function forbidden(position, usi) {
  const { squares, turn } = position;
  const to = indexOf(usi.slice(2));
  const isDrop = usi[1] === "*";
  const face = isDrop ? usi[0] : squares[indexOf(usi)].toUpperCase();
  if (isDrop && face === "P" && squares.some((each, at) => at % 9 === to % 9 && each === own("P", turn))) return "two_pawns";
  if (!usi[4] && isDead(face, to, turn)) return "no_way_to_go";
  const after = play(position, usi);
  if (isChecked(after.squares, turn)) return "king_left_in_check";
  if (isDrop && face === "P" && isChecked(after.squares, 1 - turn) && !hasMove(after)) return "pawn_drop_mate";
  return "";
}

const sources = ({ squares, hands, turn }) => [
  ...squares.map((face, at) => face && sideOf(face) === turn && nameOf(at)).filter(Boolean),
  ...Object.keys(hands).filter((letter) => hands[letter] && sideOf(letter) === turn).map((letter) => `${letter.toUpperCase()}*`),
];
const legalFrom = (position, from) => ways(position, from).filter((usi) => !forbidden(position, usi));
const legalMoves = (position) => sources(position).flatMap((from) => legalFrom(position, from));
const hasMove = (position) => sources(position).some((from) => ways(position, from).some((usi) => !forbidden(position, usi)));

function refusal(position, usi) {
  const { squares, turn } = position;
  if (usi[1] === "*" && !position.hands[own(usi[0], turn)]) return "not_in_hand";
  const face = usi[1] !== "*" && squares[indexOf(usi)];
  if (face && sideOf(face) !== turn) return "wrong_side";
  if (ways(position, usi.slice(0, 2)).includes(usi)) return forbidden(position, usi);
  return "cannot_move";
}
