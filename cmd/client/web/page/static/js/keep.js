// The page in a folder of static files is kept by a service worker, so that it
// starts without a network. What is to be said of that is said by who calls.

import { fault } from './local/fault.js';

const often = 3600000; // ms between two questions for a new version

// watch tells what becomes of a version that is being loaded.
function watch(registration, news) {
  const worker = registration.installing;
  const first = !registration.active;
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && !first) tellWaiting(registration, news);
    if (worker.state === 'activated' && first) news.kept?.();
    if (worker.state === 'redundant' && first) news.failed?.(); // what was there before goes on being used
  });
}

function tellWaiting(registration, news) {
  news.waiting?.(() => registration.waiting?.postMessage({ use: true }));
}

// ask looks for a new version now and then, and when the page is looked at again.
function ask(registration) {
  let last = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - last < often) return;
    last = Date.now();
    registration.update().catch(() => {}); // there is no network
  };
  setInterval(look, often / 4);
  document.addEventListener('visibilitychange', look);
}

// keep has the files kept: local is what the page was told of them. Of news,
// kept() is called when the page starts without a network from now on, failed(fault)
// when it does not, with what is wrong with a file, if that is why, and waiting(use)
// when a new version is there, which is used when all tabs were closed or use is called:
// then every tab loads itself anew.
export async function keep(local, news) {
  const workers = navigator.serviceWorker;
  if (!workers) return news.failed?.(); // a window that keeps nothing
  let wrong; // with a file, as the service worker says
  let failed = false;
  const watched = { ...news, failed: () => {
    failed = true;
    news.failed?.(wrong);
  } };
  workers.addEventListener('message', ({ data }) => {
    if (data.fault) wrong = data.fault;
    if (failed) watched.failed();
  });
  let before = workers.controller;
  workers.addEventListener('controllerchange', () => {
    if (before) location.reload();
    before = workers.controller;
  });
  try {
    const registration = await workers.register(local.service, { updateViaCache: 'none' });
    watch(registration, watched);
    registration.addEventListener('updatefound', () => watch(registration, watched));
    if (registration.active) news.kept?.();
    if (registration.waiting) tellWaiting(registration, news);
    ask(registration);
    (await workers.ready).active.postMessage({ loaded: local.version });
  } catch {
    wrong = await fault(new URL(local.service, document.baseURI).href, '', true);
    watched.failed();
  }
}
