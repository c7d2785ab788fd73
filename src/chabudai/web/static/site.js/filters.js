// Filters apply when they are chosen, and while one types: <form data-filter>, or a part of a form with a button of its
// own. That button is for pages without a script.

let typed;

function applyFilter(field) {
  const filter = field.closest("[data-filter]");
  clearTimeout(typed);
  if (filter.matches("form")) filter.requestSubmit();
  else find("button", filter).click();
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
