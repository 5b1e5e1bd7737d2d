// The event stream of a game: the present state at once, then every change.

const waits = [500, 1000, 2000, 5000, 10000];

// A page that nobody looks at gives its connection back after so many
// milliseconds, since a browser has only six for a server.
const unseen = 60000;

// follow calls onState with every state and onLink with 'open', 'lost' or
// 'gone' (the server has no such game). It returns a function that ends it.
export function follow(address, onState, onLink) {
  let source = null;
  let timer = 0;
  let sleep = 0;
  let tries = 0;
  let ended = false;

  const open = () => {
    timer = 0;
    source = new EventSource(address);
    source.addEventListener('open', () => { tries = 0; onLink('open'); });
    source.addEventListener('state', (event) => onState(JSON.parse(event.data)));
    source.addEventListener('error', lost);
  };
  // A source that the server refused does not try again by itself.
  const lost = () => {
    if (ended) return;
    onLink('lost');
    if (source.readyState !== EventSource.CLOSED || timer) return;
    source.close();
    timer = setTimeout(open, waits[Math.min(tries++, waits.length - 1)]);
  };
  const now = () => {
    if (!timer) return;
    clearTimeout(timer);
    open();
  };
  const look = () => {
    clearTimeout(sleep);
    if (document.hidden) sleep = setTimeout(() => source.close(), unseen);
    else if (source.readyState === EventSource.CLOSED && !timer) open();
  };
  addEventListener('online', now);
  document.addEventListener('visibilitychange', look);
  open();
  return () => {
    ended = true;
    clearTimeout(timer);
    clearTimeout(sleep);
    source.close();
    removeEventListener('online', now);
    document.removeEventListener('visibilitychange', look);
  };
}
