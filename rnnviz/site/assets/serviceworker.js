// Keeps the edition for when there is no network. `edition.py` writes a first line that says what is in it.
//
// All files are kept before it begins to answer, or none. Files with a hash in their names are answered from what is
// kept; pages come from the network as long as it answers in time, and are never kept anew.

// Milliseconds that the network has for a page.
const PATIENCE = 3000;
// It is of any type: those of a page know nothing of a service worker's own global.
const worker = /** @type {any} */ (self);
const { version, paths } = worker.rnnvizEdition;
const CACHE = `rnnviz ${version}`;
const root = new URL("./", location.href).href;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(paths)));
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
  if (request.url.startsWith(`${root}files/`))
    event.respondWith(kept(request.url).then((own) => own ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

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
