// This device is told: asks the browser, subscribes at its service, and sends the form. Where that can't be, says so.
(() => {
  "use strict";
  const form = document.querySelector("#add-device");
  const refused = document.querySelector("#no-device");
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

  form.addEventListener("submit", async (event) => {
    if (form.elements.subscription.value) return;
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("refused");
      const worker = await navigator.serviceWorker.ready;
      const given = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.pushKey) });
      form.elements.subscription.value = JSON.stringify(given);
      form.elements.name.value = navigator.userAgentData?.platform || navigator.platform;
      form.requestSubmit();
    } catch {
      refused.hidden = false;
    }
  });
  if (!window.Notification || !window.PushManager || !navigator.serviceWorker) {
    form.hidden = true;
    refused.hidden = false;
  }
})();
