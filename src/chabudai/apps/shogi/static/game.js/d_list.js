// The moves as a list: the current one in its upper third. Of a long game not all rows are there: see rows.js.

const list = () => find("#moves");

function rowOf(node) {
  return node.at && find(`a[href="?at=${node.at}"]:not([data-beyond])`, list());
}

function showRow() {
  const row = rowOf(here.tried ? pathTo(here).findLast((node) => !node.tried) || nodes[0] : here);
  for (const old of all("[aria-current]", list())) old.removeAttribute("aria-current");
  if (!row) return here.ply && !here.tried && dispatch("rowless");
  row.setAttribute("aria-current", "true");
  const menu = find("#row-acts");
  if (menu && menu.parentElement !== row.parentElement) row.parentElement.append(menu);
  for (const field of all("[name='at']", menu || row)) field.value = here.at;
  requestAnimationFrame(() => {
    if (menu) menu.style.top = `${row.offsetTop + row.offsetHeight / 2 - 20}px`;
    const { top, bottom } = list().getBoundingClientRect();
    const edge = innerWidth < 900 ? Math.min(bottom, find(".under", root).getBoundingClientRect().top) : bottom;
    list().scrollTop += row.getBoundingClientRect().top - top - Math.max(0, edge - top - 44) / 3;
  });
}
