// Without a connection: pages that said "X-Offline: keep" as they were last seen, a friendly page for the rest.
const PAGES = "pages-1";
const FILES = "files-1";
const OFFLINE = "/offline";
const MOST = { [PAGES]: 30, [FILES]: 60 };

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((cache) => cache.add(OFFLINE)).catch(() => {}));
});

self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(caches.delete(PAGES));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (/^\/static\/.*\.[0-9a-f]{16}\.\w+$/.test(url.pathname)) event.respondWith(file(request));
});

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("X-Offline") === "keep") await keep(PAGES, request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) || (await caches.match(OFFLINE)) || Response.error();
  }
}

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await keep(FILES, request, answer.clone());
  return answer;
}

async function keep(name, request, answer) {
  const cache = await caches.open(name);
  await cache.put(request, answer);
  const kept = (await cache.keys()).filter((each) => new URL(each.url).pathname !== OFFLINE);
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST[name])).map((each) => cache.delete(each)));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !(name in MOST)).map((name) => caches.delete(name)));
}
