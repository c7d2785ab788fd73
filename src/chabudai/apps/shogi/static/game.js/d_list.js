// The moves as a list: the current one in its upper third. Of a long game the rows that are far away come when one gets
// there.

const list = () => find("#moves");
let loading;

function rowOf(node) {
  return node.at && find(`a[href="?at=${node.at}"]`, list());
}

function showRow() {
  const row = rowOf(here.tried ? pathTo(here).findLast((node) => !node.tried) || nodes[0] : here);
  for (const old of all("[aria-current]", list())) old.removeAttribute("aria-current");
  if (!row) return here.ply && !here.tried && loadRows();
  row.setAttribute("aria-current", "true");
  const menu = find("#row-acts");
  if (menu && menu.parentElement !== row.parentElement) row.parentElement.append(menu);
  for (const field of all("[name='at']", menu || row)) field.value = here.at;
  requestAnimationFrame(() => {
    const { top, bottom } = list().getBoundingClientRect();
    const edge = innerWidth < 900 ? Math.min(bottom, find(".under", root).getBoundingClientRect().top) : bottom;
    list().scrollTop += row.getBoundingClientRect().top - top - Math.max(0, edge - top - 44) / 3;
  });
}

async function loadRows() {
  if (!list().dataset.more || loading) return;
  loading = fetch(list().dataset.more).then((answer) => (answer.ok ? answer.text() : ""));
  const html = await loading.catch(() => "");
  loading = null;
  if (!html) return;
  const first = find("a", list());
  const [href, top] = [first?.getAttribute("href"), first?.getBoundingClientRect().top];
  const menu = find("#row-acts");
  list().replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  delete list().dataset.more;
  if (menu && !find("#row-acts")) list().append(menu);
  const same = href && find(`a[href="${href}"]`, list());
  if (same) list().scrollTop += same.getBoundingClientRect().top - top;
  showRow();
}

document.addEventListener("scroll", ({ target }) => {
  if (target !== list()) return;
  if (target.scrollTop < 200 || target.scrollHeight - target.clientHeight - target.scrollTop < 200) loadRows();
}, { capture: true, passive: true });
