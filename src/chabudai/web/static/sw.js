// Without a connection: a friendly page in the place of one that can't be had. Files with a hash are kept.
const FILES = "files-2";
const OFFLINE = "/offline";
const MOST = 60;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((cache) => cache.add(OFFLINE)).catch(() => {}));
});

self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
  else if (/^\/static\/.*\.[0-9a-f]{16}\.\w+$/.test(url.pathname)) event.respondWith(file(request));
});

async function offline() {
  return (await caches.match(OFFLINE)) || Response.error();
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
  await Promise.all(names.filter((name) => name !== FILES).map((name) => caches.delete(name)));
}
