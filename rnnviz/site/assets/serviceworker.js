// Keeps the edition for when there is no network. `edition.py` writes a first line that says what is in it.
//
// All that it names is kept before it begins to answer, or none. Files with a hash in their names are answered from
// what is kept; those that it does not name are kept once somebody has asked for them. Pages come from the network as
// long as it answers in time, and are never kept anew. Nothing is kept that is not the edition's: a network that wants
// its visitors to log in answers for every address with a page of its own, and so do some hosts for what they lack.

// Milliseconds that the network has for a page.
const PATIENCE = 3000;
// It is of any type: those of a page know nothing of a service worker's own global.
const worker = /** @type {any} */ (self);
const { version, paths } = worker.rnnvizEdition;
const CACHE = `rnnviz ${version}`;
const root = new URL("./", location.href).href;
const FILES = `${root}files/`;
// Every page of this edition names it.
const script = paths.find((path) => /^files\/site\.[0-9a-f]+\.js$/.test(path));

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});
worker.addEventListener("activate", (event) => {
  event.waitUntil(forgotten().then(() => worker.clients.claim()));
});
worker.addEventListener("message", ({ data }) => {
  if (data === "update") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(root)) return;
  if (request.url.startsWith(FILES)) event.respondWith(file(event));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(paths.map((path) => keep(cache, new URL(path, root).href)));
}

/** A file that an older edition has kept is the same one; a page may be another one, whatever the browser remembers. */
async function keep(cache, url) {
  const isFile = url.startsWith(FILES);
  const older = isFile && (await caches.match(url));
  if (older && (await isOurs(url, older))) return cache.put(url, older);
  const answer = await fetch(url, { cache: isFile ? "default" : "no-cache" });
  if (!(await isOurs(url, answer))) throw new Error(`${url} was answered with something else.`);
  return cache.put(url, answer);
}

/** Whether an answer is what the edition has there: a file's name has the beginning of its SHA-256. */
async function isOurs(url, answer) {
  if (!answer.ok) return false;
  if (!url.startsWith(FILES)) return (await answer.clone().text()).includes(script);
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const [, hash] = new URL(url).pathname.match(/\.([0-9a-f]{16})\.\w+$/) ?? [];
  return hash !== undefined && hex.startsWith(hash);
}

async function file(event) {
  const { request } = event;
  const own = await kept(request.url);
  if (own) return own;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(keepLater(request.url, answer.clone()));
  return answer;
}

/** Where there is no room for it, it is fetched again the next time. */
async function keepLater(url, answer) {
  if (!(await isOurs(url, answer))) return;
  const cache = await caches.open(CACHE);
  await cache.put(url, answer).catch(() => {});
}

async function forgotten() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("rnnviz ") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

function kept(url) {
  return caches.open(CACHE).then((cache) => cache.match(url, { ignoreSearch: true }));
}

/** A page from the network; from what is kept where the network is too slow or not there. */
async function page(request) {
  const late = new AbortController();
  const clock = setTimeout(() => late.abort(), PATIENCE);
  try {
    if (navigator.onLine) return await fetch(request, { signal: late.signal });
  } catch {
    // It is answered from what is kept.
  } finally {
    clearTimeout(clock);
  }
  return keptPage(new URL(request.url));
}

/** A folder's page, as a file server would answer: its address ends in a slash, on which its links rely. */
async function keptPage(url) {
  if (!/\/$|\.html$/.test(url.pathname)) {
    url.pathname += "/";
    return Response.redirect(url.href);
  }
  const own = await kept(new URL(url.pathname.endsWith("/") ? "index.html" : "", url).href);
  return own ?? Response.error();
}
