// A link is handed to the device where it can share.
(() => {
  "use strict";
  const show = () => {
    if (navigator.share) document.querySelectorAll("[data-share]").forEach((button) => (button.hidden = false));
  };
  document.addEventListener("click", ({ target }) => {
    const sharer = target.closest("[data-share]");
    if (sharer) navigator.share({ title: sharer.dataset.title, url: sharer.dataset.share }).catch(() => {});
  });
  document.addEventListener("swapped", show);
  addEventListener("DOMContentLoaded", show);
})();
