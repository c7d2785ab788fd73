// The service worker lies beside this script; without a connection it shows a friendly page.

const here = document.currentScript.src;

addEventListener("DOMContentLoaded", () => {
  navigator.serviceWorker?.register(new URL("sw.js", here), { scope: "/" }).catch(() => {});
});
