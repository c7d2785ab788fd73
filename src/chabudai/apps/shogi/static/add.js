// A game that is pasted or chosen as a file is read at once; a line that can't be read is one tap away.

(() => {
  const form = document.querySelector("#adding");
  const text = form.elements.record;
  const file = form.elements.file;
  const read = () => form.requestSubmit(document.querySelector("#read"));

  text.addEventListener("paste", () => setTimeout(read));
  file.addEventListener("change", () => file.files.length && read());
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
