// Runs before anything is drawn, so that a dark or right-to-left page does
// not flash light or left-to-right first. A board in a frame of another page is told
// in its address what it is to look like.
(function () {
  const asked = new URLSearchParams(location.search);
  const read = (key) => {
    if (asked.has('embed')) return asked.get(key);
    try { return localStorage.getItem('quadrille.' + key); } catch { return null; }
  };
  const root = document.documentElement;
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const known = ['en', 'ru', 'el', 'he'];
  const wanted = [read('lang'), ...(navigator.languages || [])];
  const lang = wanted.map((l) => String(l || '').slice(0, 2).replace('iw', 'he')).find((l) => known.includes(l)) || 'en';
  root.lang = lang;
  root.dir = lang === 'he' ? 'rtl' : 'ltr';
  // Whatever goes wrong before the page is there has no words yet but those of the index.
  const fails = () => document.getElementById('fails')?.removeAttribute('hidden');
  addEventListener('error', ({ target }) => { if (target === window || target.localName === 'script') fails(); }, true);
  addEventListener('unhandledrejection', fails);
})();
