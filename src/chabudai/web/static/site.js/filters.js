// Filters apply when they are chosen, and while one types: <form data-filter>, or a part of a form with a button of its
// own. That button is for pages without a script.

let typed;
let beforeSearch; // the address that a search began at

function applyFilter(field) {
  const filter = field.closest("[data-filter]");
  clearTimeout(typed);
  if (filter.matches("form")) filter.requestSubmit();
  else find("button", filter).click();
}

function wordsIn(url) {
  return new URL(url).searchParams.get("q") || "";
}

// Of a search taken back nothing is left: neither its word nor what it found.
function leaveSearch(form) {
  if (!form) return false;
  const everything = find(".found a")?.href || form.action;
  clearTimeout(typed);
  find("[type='search']", form).value = "";
  swap(form, wordsIn(location.href) ? beforeSearch || everything : location.href);
  return true;
}

// The box says what the address says, unless one is typing in it.
function showWords() {
  const box = find("form.search[data-filter] [type='search']");
  if (box) box.value = wordsIn(location.href);
}

document.addEventListener("change", ({ target }) => {
  if (target.closest("[data-filter]") && target.type !== "search") applyFilter(target);
});

document.addEventListener("input", ({ target, isComposing }) => {
  if (isComposing || target.type !== "search" || !target.closest("[data-filter]")) return;
  clearTimeout(typed);
  typed = setTimeout(() => applyFilter(target), 250);
});

document.addEventListener("compositionend", ({ target }) => {
  if (target.type === "search" && target.closest("[data-filter]")) applyFilter(target);
});

// What is typed narrows what is offered beside it: <input data-narrow="selector">.
document.addEventListener("input", ({ target }) => {
  const fold = (text) => text.normalize("NFKC").toLowerCase().trim();
  if (!target.dataset.narrow) return;
  for (const each of all(target.dataset.narrow)) each.hidden = !fold(each.textContent).includes(fold(target.value));
});
