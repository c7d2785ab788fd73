// Focus follows the act: into an editor as it opens, back to its row as it closes, else to where it was.

const rowsOf = new WeakMap();

// Where the keyboard was: the same element, else one with its id, else the same in its row or in the row that took its
// place, else one that is called the same.
function placeOf(element) {
  const row = element?.closest("[data-row]");
  const at = all("[data-row]").indexOf(row);
  const turn = alike(element, document).indexOf(element);
  return (into) => {
    if (element?.isConnected && element !== document.body) return element.focus({ preventScroll: true });
    const next = (element?.id && document.getElementById(element.id)) || (row && inRow(element, row.id, at));
    const others = next ? [] : alike(element, document);
    focusOr(next || others[Math.min(Math.max(turn, 0), others.length - 1)], into);
  };
}

function inRow(element, id, at) {
  const rows = all("[data-row]");
  const same = id && document.getElementById(id);
  if (same) return alike(element, same)[0] || entry(same);
  return rows.length ? entry(rows[Math.min(at, rows.length - 1)]) : null;
}

// What is pressed or filled in is known by its kind and name; where it leads to may be another place by now.
function alike(element, within) {
  if (!element?.matches(FOCUSABLE)) return [];
  const name = calling(element);
  return all(element.localName, within).filter((each) => calling(each) === name);
}

function calling(element) {
  const isChoice = element.matches("[type='checkbox'], [type='radio']");
  const text = element.matches("a, button, summary") ? element.getAttribute("aria-label") || element.textContent.trim() : "";
  return [element.name, element.type, isChoice && element.value, text].join(" ");
}

const FOCUSABLE = "a[href], button:not([disabled]), summary, select, textarea, input:not([type='hidden'])";

function focusOr(element, into) {
  const next = element || all(FOCUSABLE, into || document).find((each) => each.checkVisibility()) || into;
  next?.focus({ preventScroll: true });
}

// What is taken back from a toast: what came back with it, else where the act was done.
let acted = () => {};

function placeOfUndone() {
  const known = new Set(all("main li a[href]").map((link) => link.href));
  return (into) => {
    const back = all("main li a[href]").find((link) => !known.has(link.href));
    if (!back) return acted(into);
    const row = back.closest("[data-row]");
    (row ? entry(row) : back).focus({ preventScroll: true });
    back.scrollIntoView({ block: "nearest" });
  };
}

function focusWrong(wrong) {
  (wrong?.matches("fieldset") ? find(FOCUSABLE, wrong) : wrong)?.focus();
}

function focusFirst(editor) {
  const field = find("input:not([type='hidden']), textarea, select", editor);
  field?.focus({ preventScroll: true });
  field?.setSelectionRange?.(field.value.length, field.value.length);
  editor.scrollIntoView({ block: "nearest" });
}

function focusRow(id, restore, target) {
  const row = document.getElementById(id);
  if (row) showRow(row);
  else restore(find(target));
}

// An editor is taller than its row: what stood below it has moved up.
function showRow(row) {
  entry(row)?.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

// The row that an editor stands in the place of, to be put back.
function keepRow(editor, replaced) {
  rowsOf.set(editor, rowsOf.get(replaced) || replaced);
}

// One editor at a time, unless something would be lost.
function closeOthers(opened) {
  for (const editor of all("[data-editor]")) {
    if (editor !== opened && rowsOf.has(editor) && !isTouched(editor)) editor.replaceWith(rowsOf.get(editor));
  }
}

function isTouched(editor) {
  if (find(".error, [aria-invalid]", editor)) return true;
  const isChanged = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  if (all("option", editor).some((option) => option.selected !== option.defaultSelected)) return true;
  return all("input, textarea", editor).some(isChanged);
}

function closeEditor(editor) {
  const row = rowsOf.get(editor);
  if (!row) return false;
  editor.replaceWith(row);
  showRow(row);
  return true;
}

// A list that changes around an editor leaves it open, with what is typed in it.
function reopen(editor) {
  const fresh = document.getElementById(editor.id);
  if (!fresh) return;
  fresh.replaceWith(editor);
  rowsOf.set(editor, fresh);
}
