// Forms: sent in place where they say so, never lost, and never the same thing twice for a nervous finger.

let sent = new WeakMap();

// Two taps so close are one, of a nervous finger; a later one is meant, and keys always are.
const NERVOUS = 250;
let tap = { at: -NERVOUS, on: null };

addEventListener(
  "click",
  (event) => {
    const on = event.target.closest("button");
    if (!on || event.detail === 0) return;
    if (tap.on === on && performance.now() - tap.at < NERVOUS) event.preventDefault();
    else tap = { at: performance.now(), on };
  },
  true,
);

document.addEventListener("submit", (event) => {
  const form = event.target;
  const by = event.submitter;
  if (form.method === "dialog") return;
  if (form.matches(".search[data-filter]") && !find("[type='search']", form).value.trim()) {
    return event.preventDefault(), leaveSearch(form);
  }
  const source = by?.dataset.swap ? by : form;
  const url = new URL(by?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  if (isEmptyLine(form, source)) return event.preventDefault();
  const fields = new FormData(form, by);
  if (isUnderWay(form, source, url, fields)) return event.preventDefault();
  if (!source.dataset.swap) return markWaiting(form, by);
  event.preventDefault();
  sendForm(form, by, source, url, fields);
});

// A line that was sent off leaves an empty one: Enter once more is a nervous finger, and says nothing.
function isEmptyLine(form, source) {
  const lines = source.dataset.swapReset === undefined ? [] : all("input[required], textarea[required]", form);
  if (!lines.length || lines.some((line) => line.value.trim())) return false;
  lines[0].focus();
  return true;
}

// Of a whole page that is on its way the same fields are not sent twice; others are, and win.
function isUnderWay(form, source, url, fields) {
  if (source.dataset.swap) return false;
  const said = `${url} ${new URLSearchParams([...fields].map(([name, value]) => [name, value.name || value]))}`;
  const isSame = sent.get(form) === said;
  sent.set(form, said);
  return isSame;
}

async function sendForm(form, by, source, url, fields) {
  const plain = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
  if (form.method === "get") url.search = plain;
  const turnBack = turnOver(form, by) || fadeRow(source, by);
  if (source.dataset.swapReset !== undefined) empty(form);
  setBusy(by, true);
  const went = await swap(source, url, form.method === "get" ? {} : { method: "POST", body: plain }, by || form);
  setBusy(by, false);
  if (went) return;
  turnBack();
  if (source.dataset.swapReset !== undefined) refill(form, fields);
}

// Also of a line that was refused before, which a reset would bring back.
function empty(form) {
  form.reset();
  all(TYPED, form).forEach((field) => (field.value = ""));
  forgetErrors(form);
}

function forgetErrors(part) {
  // what the server said, not what a script shows
  for (const error of all(".error[id$='-error']", part)) forgetLine(error.id.slice(0, -"-error".length)), error.remove();
  all("[aria-invalid]", part).forEach((each) => each.removeAttribute("aria-invalid"));
}

// The head of a form, where it counts several errors, names those that are left.
function forgetLine(id) {
  const line = find(`.summary-box a[href="#${CSS.escape(id)}"]`)?.closest("li");
  const box = line?.closest(".summary-box");
  line?.remove();
  if (box) find("p", box)?.remove();
  if (box && !find("li", box)) box.remove();
}

// What is being put right is no longer wrong; a search for it puts nothing right.
document.addEventListener("input", ({ target }) => {
  const field = !target.closest("[data-filter]") && target.closest(".field");
  if (field) field.removeAttribute("aria-invalid"), forgetErrors(field);
});

// What could not be sent comes back, unless something else is written there by now.
function refill(form, fields) {
  for (const field of all("input:not([type='hidden']), textarea", form)) {
    if (field.value === "" && fields.get(field.name)) field.value = fields.get(field.name);
  }
}

// Buttons that are on or off: <form action="/on" data-pair="/on /off"> with a button [aria-pressed] whose formaction is
// one of the two. They turn at once, and back again if it does not work.
function pairOf(form, by) {
  if (!form.dataset.pair || !by?.hasAttribute("aria-pressed")) return null;
  const [on, off] = form.dataset.pair.split(" ");
  const action = by.getAttribute("formaction") || form.getAttribute("action");
  return action === on || action === off ? { on, off, isOff: action === on } : null;
}

function turnOver(form, by) {
  const pair = pairOf(form, by);
  if (!pair) return null;
  const turn = (isOn) => {
    by.setAttribute("aria-pressed", String(isOn));
    by.setAttribute("formaction", isOn ? pair.off : pair.on);
    by.closest("[data-row]")?.classList.toggle("done", isOn);
  };
  turn(pair.isOff);
  return () => turn(!pair.isOff);
}

// A row that goes for another reason is seen to go, until it does.
function fadeRow(source, by) {
  const row = source.dataset.swapStay !== undefined && by?.closest("[data-row]");
  if (row) row.classList.add("leaving");
  return () => row && row.classList.remove("leaving");
}

function markWaiting(form, by) {
  setBusy(by, true);
  setTimeout(() => (sent.delete(form), setBusy(by, false)), 5000);
}

// A browser that comes back to a page finds it as it was left, also what it was waiting for.
addEventListener("pageshow", () => {
  sent = new WeakMap();
  all("[aria-busy]").forEach((each) => setBusy(each, false));
});
addEventListener("DOMContentLoaded", () => focusWrong(find("[aria-invalid='true']")));
