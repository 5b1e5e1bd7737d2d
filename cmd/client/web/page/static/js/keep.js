// The page in a folder of static files is kept by a service worker, so that it
// starts without a network. What is to be said of that is said by who calls.

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
// kept() is called when the page starts without a network from now on, failed()
// when it does not, and waiting(use) when a new version is there, which is used
// when all tabs were closed or use is called: then every tab loads itself anew.
export async function keep(local, news) {
  const workers = navigator.serviceWorker;
  if (!workers) return news.failed?.(); // not over TLS, or a window that keeps nothing
  let before = workers.controller;
  workers.addEventListener('controllerchange', () => {
    if (before) location.reload();
    before = workers.controller;
  });
  try {
    const registration = await workers.register(local.service, { updateViaCache: 'none' });
    watch(registration, news);
    registration.addEventListener('updatefound', () => watch(registration, news));
    if (registration.active) news.kept?.();
    if (registration.waiting) tellWaiting(registration, news);
    ask(registration);
    (await workers.ready).active.postMessage({ loaded: local.version });
  } catch {
    news.failed?.();
  }
}
