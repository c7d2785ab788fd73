// Without a connection: the page as it was seen last, where its answer said "X-Offline: keep", marked with
// <html data-offline>; else a friendly page in its place. Of these a few are kept; one that said "X-Offline: always" stays
// beside them, and one that renewed itself in place asks for it by a message: { keep: "/path" }. Files with a hash are
// kept. Kept pages go when somebody signs in or out, and one goes when it is refused.
const FILES = "files-2";
const PAGES = "pages-1";
const OFFLINE = "/offline";
const MOST = 200;
const MOST_PAGES = 3;
const REFUSED = [401, 403, 404, 410];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((cache) => cache.add(OFFLINE)).catch(() => {}));
});

self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && /^\/(sign-|account)/.test(url.pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request, url.pathname));
  else if (/^\/static\/.*\.[0-9a-f]{16}\.\w+$/.test(url.pathname)) event.respondWith(file(request));
});

self.addEventListener("message", (event) => {
  const path = event.data?.keep;
  if (path) event.waitUntil(page(new Request(path, { headers: { Accept: "text/html" } }), path));
});

// What a site tells this device: {"text", "url"}. A tap opens that page, in the window that is there if there is one.
self.addEventListener("push", (event) => {
  const said = event.data?.json() || {};
  event.waitUntil(self.registration.showNotification(said.text || "", { icon: "/static/app-192.png", data: said.url || "/" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(url) {
  const [open] = await self.clients.matchAll({ type: "window" });
  return open ? (await open.focus()).navigate(url) : self.clients.openWindow(url);
}

async function page(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.has("X-Offline")) await keepPage(path, answer.clone());
    else if (REFUSED.includes(answer.status)) await (await caches.open(PAGES)).delete(path);
    return answer;
  } catch {
    return (await keptPage(path)) || (await caches.match(OFFLINE)) || Response.error();
  }
}

async function keepPage(path, answer) {
  const cache = await caches.open(PAGES);
  await cache.delete(path);
  await cache.put(path, answer);
  const kept = [];
  for (const each of await cache.keys()) {
    if ((await cache.match(each))?.headers.get("X-Offline") === "keep") kept.push(each);
  }
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_PAGES)).map((each) => cache.delete(each)));
}

async function keptPage(path) {
  const kept = await (await caches.open(PAGES)).match(path);
  if (!kept) return null;
  const headers = new Headers(kept.headers);
  headers.delete("Content-Encoding");
  return new Response((await kept.text()).replace("<html ", "<html data-offline "), { headers });
}

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

async function keep(request, answer) {
  const cache = await caches.open(FILES);
  await cache.put(request, answer);
  const kept = (await cache.keys()).filter((each) => new URL(each.url).pathname !== OFFLINE);
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((each) => cache.delete(each)));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== FILES && name !== PAGES).map((name) => caches.delete(name)));
}
