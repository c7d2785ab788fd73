// The latest request wins. What only looks is given up as soon as the same target is asked for anew; what changes
// something is never given up, but sent in its turn, one act after the other.

const latest = new Map();
let acts = Promise.resolve();

function takeTurn(source, isAct, sent) {
  const target = source.dataset.swap;
  const before = latest.get(target);
  if (before && !before.isAct) before.away.abort();
  const turn = { source, target, isAct, sent, away: new AbortController() };
  latest.set(target, turn);
  return turn;
}

function isLatest(turn) {
  return latest.get(turn.target) === turn;
}

// Lines that are sent one after the other show each as it is there; of all else only the latest counts.
function isOvertaken(turn) {
  const isSeries = turn.source.dataset.swapReset !== undefined && latest.get(turn.target).source === turn.source;
  return !isLatest(turn) && !isSeries;
}

function send(turn, url, request) {
  const signal = turn.isAct ? undefined : turn.away.signal;
  const headers = { "X-Swap": "1", Accept: "text/html" };
  const answer = acts.then(() => fetch(url, { ...request, headers, signal }));
  if (turn.isAct) acts = answer.catch(() => {});
  return answer;
}

function wasGivenUp(fault) {
  return fault.name === "AbortError";
}

// Nothing moves under a finger: what has to move waits a second from the last tap, and while one writes beside it.
const STILL = 1000;
let tapped = -STILL;

for (const name of ["pointerdown", "click"]) addEventListener(name, () => (tapped = performance.now()), true);

async function stillness(into) {
  for (;;) {
    const left = tapped + STILL - performance.now();
    if (left <= 0 && !find("[data-editor]:focus-within", into)) return;
    await wait(Math.max(left, 100));
  }
}
