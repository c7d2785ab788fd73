// The small words that every part uses. All parts are joined into one script and share one scope, in the order of
// their names; so they only declare, and begin on DOMContentLoaded.

function find(selector, within = document) {
  return within.querySelector(selector);
}

function all(selector, within = document) {
  return [...within.querySelectorAll(selector)];
}

// Sentences that a script may have to say, in the person's language.
function words() {
  return find("#toasts").dataset;
}

function wait(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Within a row what opens it: where the keyboard goes.
function entry(row) {
  return row.matches("a, button") ? row : find("a.row-title, input:not([type='hidden'])", row) || find("a, button", row);
}

function setBusy(element, isBusy) {
  if (isBusy) element?.setAttribute("aria-busy", "true");
  else element?.removeAttribute("aria-busy");
}
