// Where in the page the reader is, and how one goes elsewhere without loading it
// anew. With a server every part of the page has a path; a folder of static files
// knows only its index, and there the part is named behind a question mark.

const told = document.getElementById('local');

// local is what the page in a folder was told of its files; null with a server.
export const local = told && JSON.parse(told.textContent);

// embedded says whether the page is a board in a frame of another page, and stays
// one: of that nothing is kept in the browser.
export const embedded = Boolean(local) && new URLSearchParams(location.search).has('embed');

const kinds = [...(local ? ['embed'] : []), 'g', 'c', 'learn', 'exercises', 'wall', ...(local ? ['kept'] : [])];
const named = /^[a-z0-9]{0,64}$/;

// read is the part of the page that an address names, {kind, name}: the start page
// has the kind ''. It is null for what is no part of the page.
function read(address) {
  const { origin, pathname, searchParams } = new URL(address, location.href);
  if (origin !== location.origin) return null;
  if (!local) {
    const [first, kind = '', name = '', ...more] = pathname.split('/');
    return !first && !more.length && (!kind || kinds.includes(kind)) && named.test(name) ? { kind, name } : null;
  }
  if (pathname !== location.pathname) return null;
  const kind = kinds.find((one) => searchParams.has(one)) ?? '';
  const name = searchParams.get(kind) ?? '';
  return named.test(name) ? { kind, name } : null;
}

// place is the part of the page that is shown, as read has it.
export const place = () => read(location.href) ?? { kind: '', name: '' };

// address is that of a part of the page, from the root of the host: of the start
// page with no kind. hash is what stands behind its "#", if anything does.
export function address(kind = '', name = '', hash = '') {
  const part = local ? (kind && `?${kind}`) + (name && `=${name}`) : kind + (name && `/${name}`);
  return (local ? location.pathname : '/') + part + (hash && `#${hash}`);
}

// link is an address as it is sent to others.
export const link = (...part) => new URL(address(...part), location.href).href;

// Every entry of the history has a number, by which is known how far down the
// page was when it was left.
const scrolled = new Map();
let entry = history.state?.entry ?? Math.random();
let shown = location.href;
let arrive = () => {};
let old = false;

// doubt is called when the server was away: it may be another one now, with other
// files, so the next way leads there by loading the page.
export function doubt() { old = true; }

// go shows another part of the page, or the same anew.
export function go(to) {
  if (old && !local) return location.assign(to);
  scrolled.set(entry, scrollY);
  const same = new URL(to, location.href).href === location.href;
  if (!same) entry = Math.random();
  history[same ? 'replaceState' : 'pushState']({ entry }, '', to);
  shown = location.href;
  return arrive(0);
}

// note writes into the address what the reader has chosen, without going anywhere:
// hash is what stands behind its "#".
export function note(hash) {
  history.replaceState(history.state, '', location.pathname + location.search + (hash && `#${hash}`));
  shown = location.href;
}

// follow takes the reader where a link leads within the page. What is to be opened
// elsewhere or saved is left to the browser.
function follow(event) {
  const anchor = event.target.closest?.('a[href]');
  if (!anchor || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if ((anchor.target && anchor.target !== '_self') || anchor.hasAttribute('download') || !read(anchor.href)) return;
  event.preventDefault();
  go(anchor.href);
}

// came is told by the browser that the address is another one: the reader went
// back or forward, or wrote something behind the "#".
function came() {
  if (location.href === shown) return;
  scrolled.set(entry, scrollY);
  entry = history.state?.entry ?? Math.random();
  shown = location.href;
  history.replaceState({ entry }, '');
  arrive(scrolled.get(entry) ?? 0);
}

// travel has show(scroll) called whenever another part of the page is to be shown,
// with how many pixels down it was when it was left.
export function travel(show) {
  arrive = show;
  history.scrollRestoration = 'manual';
  history.replaceState({ entry }, '');
  addEventListener('popstate', came);
  addEventListener('hashchange', came);
  addEventListener('pagehide', () => { history.scrollRestoration = 'auto'; }); // when it is loaded again the browser knows where it was
  addEventListener('pageshow', () => { history.scrollRestoration = 'manual'; });
  document.addEventListener('click', follow);
}

const patience = 3000; // ms in which a page may become as long as it was

// reach scrolls the page as far down as it was when it was left, as soon as it is
// long enough and unless the reader scrolls. It returns what ends that.
export function reach(down) {
  scrollTo(0, down);
  const stops = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  const grown = new ResizeObserver(() => {
    scrollTo(0, down);
    if (scrollY >= down - 1) stop();
  });
  const stop = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const type of stops) removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, patience);
  if (!down) stop();
  else {
    for (const type of stops) addEventListener(type, stop, { passive: true });
    grown.observe(document.body);
  }
  return stop;
}
