// Without a connection: the page as it was seen last, where its answer said "X-Offline: keep", marked with
// <html data-offline="when, in milliseconds">, with offline.js to say so; else a friendly page in its place. The latest of
// these are kept; one that said "X-Offline: always" stays beside them. A kept page is asked for anew after its own acts,
// and by a message: { keep: "/path" }. Files with a hash are kept. Kept pages go when somebody signs in or out, or has to,
// and one goes when it is refused. No answer to an act is ever kept.
const FILES = "files-3";
const PAGES = "pages-2";
const OFFLINE = "/offline";
const SCRIPT = "/static/offline.js";
const MOST = 400;
const MOST_PAGES = 30;
const REFUSED = [401, 403, 404, 410];
const DAY = 24 * 60 * 60 * 1000;
const QUIET = 3000; // after an act, until the page that it was done on is asked for

let signs = 0; // how often somebody signed in or out: what was asked for before is not kept after it

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOwn().catch(() => {}));
});

self.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") return act(event, url);
  if (request.mode === "navigate") event.respondWith(page(event, request, url));
  else if (request.headers.has("X-Swap")) event.respondWith(part(event, url));
  else if (url.pathname === SCRIPT) event.respondWith(caches.match(SCRIPT).then((kept) => kept || fetch(request)));
  else if (/^\/static\/.*\.[0-9a-f]{16}\.\w+$/.test(url.pathname)) event.respondWith(file(request));
});

self.addEventListener("message", (event) => {
  const path = event.data?.keep;
  if (path) event.waitUntil(askAnew(event, new URL(path, location.origin)));
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

function act(event, url) {
  if (/^\/(sign-|account|demo)/.test(url.pathname)) event.waitUntil(forgetPages());
  else if (event.clientId) event.waitUntil(renew(event));
}

const acted = new Map(); // by window: how many acts were done in it

async function renew(event) {
  const mine = (acted.get(event.clientId) || 0) + 1;
  acted.set(event.clientId, mine);
  await new Promise((done) => setTimeout(done, QUIET));
  const client = acted.get(event.clientId) === mine && (await self.clients.get(event.clientId));
  const url = client && new URL(client.url);
  if (url && (await (await caches.open(PAGES)).match(keyOf(url)))) await askAnew(event, url);
}

function askAnew(event, url) {
  return page(event, new Request(url, { headers: { Accept: "text/html" } }), url);
}

async function page(event, request, url) {
  try {
    const asked = signs;
    const answer = await fetch(request);
    if (url.pathname === "/sign-in" && answer.ok) event.waitUntil(forgetPages());
    if (answer.ok && answer.headers.has("X-Offline")) event.waitUntil(keepPage(url, answer.clone(), asked));
    else if (REFUSED.includes(answer.status)) event.waitUntil(forgetPage(url));
    event.waitUntil(keepOwnFresh());
    return answer;
  } catch {
    return (await keptPage(url)) || (await offlinePage()) || Response.error();
  }
}

// A page that changes in place is sometimes asked for whole.
async function part(event, url) {
  const asked = signs;
  const answer = await fetch(event.request);
  if (answer.ok && answer.headers.has("X-Offline")) event.waitUntil(keepPage(url, answer.clone(), asked));
  return answer;
}

const keyOf = (url) => url.pathname + url.search;

async function keepPage(url, answer, asked) {
  const isAlways = answer.headers.get("X-Offline") === "always";
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("X-Kept-At", Date.now());
  const text = await answer.text();
  const key = isAlways ? url.pathname : keyOf(url);
  if (asked !== signs || !text.trimStart().startsWith("<!doctype html>")) return;
  const cache = await caches.open(PAGES);
  await cache.put(key, new Response(text, { headers }));
  await dropOldest(cache);
}

const keptAt = (kept) => Number(kept.headers.get("X-Kept-At"));

async function dropOldest(cache) {
  const keys = await cache.keys();
  if (keys.length <= MOST_PAGES) return;
  const all = await Promise.all(keys.map(async (key) => ({ key, kept: await cache.match(key) })));
  const latest = all.filter(({ kept }) => kept?.headers.get("X-Offline") === "keep").sort((one, other) => keptAt(other.kept) - keptAt(one.kept));
  await Promise.all(latest.slice(MOST_PAGES).map(({ key }) => cache.delete(key)));
}

// As it was asked for; else the latest of the same page in another view.
async function keptPage(url) {
  const cache = await caches.open(PAGES);
  const others = await cache.matchAll(url.pathname, { ignoreSearch: true });
  const kept = (await cache.match(keyOf(url))) || others.sort((one, other) => keptAt(other) - keptAt(one))[0];
  return kept && withScript(kept, `<html data-offline="${keptAt(kept)}" `);
}

async function offlinePage() {
  const kept = await caches.match(OFFLINE);
  return kept && withScript(kept, "<html ");
}

async function withScript(kept, opening) {
  const headers = new Headers(kept.headers);
  headers.delete("Content-Encoding");
  const text = (await kept.text()).replace("<html ", opening).replace("</head>", `<script src="${SCRIPT}" defer></script></head>`);
  return new Response(text, { headers });
}

async function forgetPage(url) {
  await (await caches.open(PAGES)).delete(keyOf(url));
}

function forgetPages() {
  signs += 1;
  return caches.delete(PAGES);
}

async function keepOwn() {
  const cache = await caches.open(FILES);
  await cache.addAll([OFFLINE, SCRIPT]);
  const text = await (await cache.match(OFFLINE)).text();
  await cache.addAll(new Set(text.match(/\/static\/[\w./-]+\.[0-9a-f]{16}\.\w+/g)));
}

// A newer site may have another offline page, with other files.
async function keepOwnFresh() {
  const kept = await caches.match(OFFLINE);
  if (!(Date.now() - Date.parse(kept?.headers.get("Date")) < DAY)) await keepOwn().catch(() => {});
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
  const kept = (await cache.keys()).filter((each) => ![OFFLINE, SCRIPT].includes(new URL(each.url).pathname));
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((each) => cache.delete(each)));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== FILES && name !== PAGES).map((name) => caches.delete(name)));
}
