// The field of a photo: what was chosen is seen before it is sent; what can't be kept is told at once, and the form waits
// until another is chosen or none is wanted. The form is sent and answered without this file too.
(() => {
  "use strict";

  const chosen = new WeakMap(); // the last file of each field that can be kept, which is the one that is seen

  document.addEventListener("change", ({ target }) => {
    if (target.closest("[data-photo]")) show(target);
  });

  document.addEventListener("click", ({ target }) => {
    const leave = target.closest("[data-photo-leave]");
    if (leave) refuse(leave.closest(".field"), false, false).focus();
  });

  const hold = (event) => {
    const refused = event.target.querySelector("[data-photo-refused]:not([hidden])");
    if (!refused || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    refused.closest(".field").querySelector("input[type=file]").focus();
  };
  document.addEventListener("submit", hold, true);

  function show(input) {
    const [file] = input.files;
    if (!file) return;
    const field = input.closest("[data-photo]");
    const heavy = file.size > Number(field.dataset.heaviest);
    const other = file.type !== "" && !input.accept.split(",").includes(file.type);
    refuse(field.closest(".field"), heavy, other);
    if (heavy || other) return (input.files = listOf(chosen.get(input)));
    chosen.set(input, file);
    const image = new Image();
    image.src = URL.createObjectURL(file);
    image.onload = () => {
      URL.revokeObjectURL(image.src);
      field.querySelector(".photo").replaceChildren(image);
    };
    field.querySelector("[data-photo-name]").textContent = file.name;
  }

  function listOf(file) {
    const transfer = new DataTransfer();
    if (file) transfer.items.add(file);
    return transfer.files;
  }

  function refuse(whole, heavy, other) {
    const input = whole.querySelector("input[type=file]");
    whole.querySelector("[data-photo-refused]").hidden = !heavy && !other;
    whole.querySelector("[data-photo-heavy]").hidden = !heavy;
    whole.querySelector("[data-photo-other]").hidden = heavy || !other;
    input.setAttribute("aria-invalid", heavy || other);
    return input;
  }
})();
