// A move in words, ▲７六歩 or ☗P-7f, as the server writes it.

function reaching({ squares, turn }, face, to) {
  return squares.map((each, at) => at).filter((at) => squares[at] === own(face, turn) && reach(squares, at).includes(to));
}

function moveText(position, usi, previous) {
  const { squares, turn } = position;
  const isDrop = usi[1] === "*";
  const to = indexOf(usi.slice(2));
  const face = isDrop ? usi[0] : squares[indexOf(usi)].toUpperCase();
  const others = reaching(position, face, to);
  const isChoice = !isDrop && !face[1] && !"GK".includes(face) && (isZone(indexOf(usi), turn) || isZone(to, turn));
  if (words.language === "ja") {
    const isSame = previous && previous.slice(2, 4) === usi.slice(2, 4);
    const where = isSame ? "同" : "１２３４５６７８９"[8 - (to % 9)] + "一二三四五六七八九"[Math.floor(to / 9)];
    const act = isDrop ? (others.length ? "打" : "") : relative(face, turn, indexOf(usi), to, others) + (usi[4] ? "成" : isChoice ? "不成" : "");
    return "▲△"[turn] + where + KANJI[face] + act;
  }
  const name = (face[1] ? "+" : "") + face[0];
  if (isDrop) return `${"☗☖"[turn]}${name}*${nameOf(to)}`;
  const origin = others.length > 1 ? usi.slice(0, 2) : "";
  return `${"☗☖"[turn]}${name}${origin}${squares[to] ? "x" : "-"}${nameOf(to)}${usi[4] ? "+" : isChoice ? "=" : ""}`;
}

const KANJI = { K: "玉", R: "飛", B: "角", G: "金", S: "銀", N: "桂", L: "香", P: "歩", R1: "龍", B1: "馬", S1: "成銀", N1: "成桂", L1: "成香", P1: "と" };

function relative(face, side, from, to, others) {
  if (others.length < 2) return "";
  const turn = side ? -1 : 1;
  const actOf = (at) => ["引", "寄", "上"][Math.sign((Math.floor(at / 9) - Math.floor(to / 9)) * turn) + 1];
  const isBig = face === "R1" || face === "B1";
  const placeFrom = (at) => {
    const beside = isBig ? others.find((each) => each !== at) : to;
    return ["左", isBig ? "" : "直", "右"][Math.sign(((at % 9) - (beside % 9)) * turn) + 1];
  };
  const isOnly = (word) => others.filter((at) => word(at) === word(from)).length === 1;
  if (isOnly(actOf)) return actOf(from);
  return isOnly(placeFrom) ? placeFrom(from) : placeFrom(from) + actOf(from);
}
