// What the board has to do with the task that stands beside it.

const pathOf = (card) => find(".task-title", card).pathname;

document.addEventListener("swapped", ({ detail: { source } }) => source.closest("#columns, #filters") && look());

function closeTask() {
  const link = find("#task .task-close");
  link?.click();
  return Boolean(link);
}

function openField(card, key) {
  document.dispatchEvent(new CustomEvent("task:open", { detail: { path: pathOf(card), field: key === "a" ? "assignee" : "end" } }));
  return true;
}

find("#columns").classList.add("alive");
