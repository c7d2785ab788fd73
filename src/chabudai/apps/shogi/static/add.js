// A game that is pasted, dropped or chosen as a file is read at once; a line that can't be read is one tap away.

(() => {
  const form = document.querySelector("#adding");
  const text = form.elements.record;
  const file = form.elements.file;
  const read = () => form.requestSubmit(document.querySelector("#read"));

  text.addEventListener("paste", () => setTimeout(read));
  file.addEventListener("change", () => file.files.length && read());
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const given = event.dataTransfer;
    if (given.files.length) file.files = given.files;
    else text.value = given.getData("text/plain");
    if (given.files.length || text.value) read();
  });
  form.addEventListener("click", ({ target }) => {
    const number = Number(target.closest("[data-line]")?.dataset.line);
    if (!number) return;
    const lines = text.value.split("\n");
    const start = lines.slice(0, number - 1).join("\n").length + (number > 1);
    text.focus();
    text.setSelectionRange(start, start + lines[number - 1].length);
    text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, number - 3);
  });
})();
