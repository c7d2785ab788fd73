// The field of a photo: what was chosen is seen before it is sent; what can't be kept is told at once and left out.
// The form is sent and answered without this file too.
(() => {
  "use strict";

  document.addEventListener("change", ({ target }) => {
    if (target.closest("[data-photo]")) show(target);
  });

  function show(input) {
    const [file] = input.files;
    if (!file) return;
    const field = input.closest("[data-photo]");
    const whole = field.closest(".field");
    const heavy = file.size > Number(field.dataset.heaviest);
    const other = file.type !== "" && !input.accept.split(",").includes(file.type);
    whole.querySelector("[data-photo-heavy]").hidden = !heavy;
    whole.querySelector("[data-photo-other]").hidden = heavy || !other;
    if (heavy || other) return (input.value = "");
    const image = new Image();
    image.src = URL.createObjectURL(file);
    image.onload = () => {
      URL.revokeObjectURL(image.src);
      field.querySelector(".photo").replaceChildren(image);
    };
    field.querySelector("[data-photo-name]").textContent = file.name;
  }
})();
