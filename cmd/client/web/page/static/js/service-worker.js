// The service worker of the page in a folder of static files. It keeps the files,
// so that the page starts without a network, and does nothing else.
//
// A version is kept whole or not at all: what a file must be is in the list that
// was built into this script. The page's own file comes from the version that is
// in use; all others have names that say what is in them, so a page gets the
// files that it was built with for as long as it is open, whichever version is in
// use meanwhile.

import { version, files } from 'files.js';
import { fault } from './local/fault.js';

const scope = registration.scope;
const ours = `quadrille ${scope} `; // other folders of this origin have caches too
const name = ours + version;
const unpacked = `${ours}program`; // which js/local/wasm.js keeps
const index = scope;

const addressOf = (path) => new URL(path, scope).href;
const named = (path) => path.startsWith('built/'); // by what is in it

// away is that not all has come, which another attempt may get.
const away = { kind: 'away' };

// load gets a file, and fails when it is another than it must be, with what is wrong
// with it. Bytes that the browser has got for the page already do, if they are right.
async function load(path) {
  const { digest } = files[path];
  const get = (cache, at = path) => fetch(new Request(addressOf(at), { cache, ...(digest && { integrity: digest }) }));
  try {
    let answer = await (named(path) ? get('force-cache').catch(() => get('reload')) : get('no-cache'));
    if (path === './' && !answer.ok) answer = await get('no-cache', 'index.html'); // from a host that knows files only
    if (answer.ok) return await answer.blob();
  } catch { /* what is wrong is asked for */ }
  throw await fault(addressOf(path), digest) ?? away;
}

// keep puts a file into the cache that is not yet there, of a download that did
// not come to its end. A new answer is made of its bytes: with the right type,
// whatever the host says, and without a redirection, which browsers refuse.
async function keep(cache, path) {
  const address = addressOf(path);
  if (await cache.match(address)) return;
  const same = named(path) && await caches.match(address);
  if (same) return cache.put(address, same);
  const blob = await load(path);
  if (address === index && !(await blob.text()).includes(`"${version}"`)) throw away; // the host is being updated
  await cache.put(address, new Response(blob, { headers: { 'Content-Type': files[path].type } }));
}

async function install() {
  const cache = await caches.open(name);
  await Promise.all(Object.keys(files).map((path) => keep(cache, path)));
}

// tellFault tells the pages what is wrong with a file for which a version is not kept.
// Any other error is the browser's.
async function tellFault(error) {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of open) if (error.kind && client.url.startsWith(scope)) client.postMessage({ fault: error });
  throw error;
}

// tidy deletes older versions, when no page is open that may want their files:
// none at all, or the one that says that it is of this version. While a newer one
// is being kept or waits, others may be its files.
async function tidy(asking) {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some((client) => client.id !== asking && client.url.startsWith(scope))) return;
  const old = (await caches.keys()).filter((cache) => cache.startsWith(ours) && cache !== name && cache !== unpacked);
  if (registration.installing || registration.waiting) return;
  await Promise.all(old.map((cache) => caches.delete(cache)));
}

// answer is a kept file, or what the host says where the browser has dropped it.
async function answer(request, address) {
  return await caches.match(address, { cacheName: name }) ?? await caches.match(address) ?? fetch(request);
}

// wanted is the address of a kept file that a request is for, or nothing.
function wanted({ method, url }) {
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  if (method !== 'GET' || !address.startsWith(scope)) return null;
  const path = address.slice(scope.length);
  if (path === '' || path === 'index.html') return index;
  return path in files || named(path) ? address : null;
}

addEventListener('install', (event) => event.waitUntil(install().catch(tellFault)));

addEventListener('activate', (event) => event.waitUntil(tidy().then(() => clients.claim())));

addEventListener('fetch', (event) => {
  const address = wanted(event.request);
  if (address) event.respondWith(answer(event.request, address));
});

// A page says that it runs ({ loaded: its version }), or that the version which
// waits is to be used ({ use: true }).
addEventListener('message', (event) => {
  if (event.data.use) event.waitUntil(skipWaiting());
  else if (event.data.loaded === version) event.waitUntil(tidy(event.source.id));
});
