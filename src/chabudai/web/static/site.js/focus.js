// Focus follows the act: into an editor as it opens, back to its row as it closes, else to where it was.

const rowsOf = new WeakMap();

// Where the keyboard was: the same element, else one with its id, else the row that took its row's place.
function placeOf(element) {
  const row = element?.closest("[data-row]");
  const at = all("[data-row]").indexOf(row);
  return (into) => {
    if (element?.isConnected && element !== document.body) return element.focus({ preventScroll: true });
    const rows = all("[data-row]");
    const same = element?.id && document.getElementById(element.id);
    const next = same || (at >= 0 && rows.length && entry(rows[Math.min(at, rows.length - 1)])) || into;
    next?.focus({ preventScroll: true });
  };
}

function focusFirst(editor) {
  const field = find("input:not([type='hidden']), textarea, select", editor);
  field?.focus({ preventScroll: true });
  field?.setSelectionRange?.(field.value.length, field.value.length);
  editor.scrollIntoView({ block: "nearest" });
}

function focusRow(id, restore, target) {
  const row = document.getElementById(id);
  if (row) entry(row)?.focus({ preventScroll: true });
  else restore(find(target));
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
  entry(row)?.focus({ preventScroll: true });
  return true;
}

// A list that changes around an editor leaves it open, with what is typed in it.
function reopen(editor) {
  const fresh = document.getElementById(editor.id);
  if (!fresh) return;
  fresh.replaceWith(editor);
  rowsOf.set(editor, fresh);
}
