// A game that is dropped on any page of shogi, or pasted outside of a field, opens the page of adding with it. On that page
// it goes into the form that is there.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const FIELDS = "input, textarea, select, [contenteditable]";

  function bring(files, text) {
    const form = find("#adding") || makeForm();
    form.elements.record.value = files.length ? "" : text;
    form.elements.file.files = files;
    form.requestSubmit(form.querySelector("[value=read]"));
  }

  function makeForm() {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/shogi/new", enctype: "multipart/form-data", hidden: true });
    form.innerHTML = `<input name="_csrf"><textarea name="record"></textarea><input type="file" name="file" multiple><button name="act" value="read">`;
    form.elements._csrf.value = find("meta[name='csrf-token']").content;
    document.body.append(form);
    return form;
  }

  function take(event, given) {
    const text = given?.getData("text/plain") || "";
    if (event.defaultPrevented || !given || !(given.files.length || text.trim())) return;
    event.preventDefault();
    bring(given.files, text);
  }

  // While files are carried over the page it says where they go.
  function showSign(isOver) {
    const sign = find(".drop-sign");
    if (!sign || sign.hidden === !isOver) return;
    document.body.append(sign);
    sign.hidden = !isOver;
  }

  const isField = ({ target }) => target.closest?.(FIELDS);
  addEventListener("dragover", (event) => {
    showSign([...event.dataTransfer.types].includes("Files"));
    if (!isField(event)) event.preventDefault();
  });
  for (const name of ["dragleave", "drop"]) addEventListener(name, ({ relatedTarget }) => relatedTarget || showSign(false));
  addEventListener("drop", (event) => (isField(event) && !event.dataTransfer.files.length) || take(event, event.dataTransfer));
  addEventListener("paste", (event) => isField(event) || find("dialog[open]") || take(event, event.clipboardData));
})();
