// Dragging with mouse, pen or finger.

const slack = 7; // pixels that a tap may tremble

// draggable lets el be dragged. start(press, event) returns something to
// drag, or null where there is nothing; move, drop and cancel get it and the event.
// A press that goes nowhere stays a click.
export function draggable(el, { start, move, drop, cancel }) {
  let press = null;
  let held = null;

  const stop = () => {
    removeEventListener('pointermove', moving);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', off);
    removeEventListener('keydown', escape, true);
    press = held = null;
  };
  const moving = (event) => {
    if (event.pointerId !== press.pointerId) return;
    if (!el.isConnected) return off(); // the page has been left
    if (!held) {
      if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < slack) return;
      held = start(press, event);
      if (!held) return stop();
    }
    event.preventDefault();
    move(held, event);
  };
  const up = (event) => {
    if (event.pointerId !== press.pointerId) return;
    if (!el.isConnected) return off();
    const dropped = held;
    stop();
    if (!dropped) return;
    noClick();
    drop(dropped, event);
  };
  const off = () => {
    const dropped = held;
    stop();
    if (dropped) cancel(dropped);
  };
  const escape = (event) => {
    if (event.key === 'Escape' && held) { event.stopPropagation(); off(); }
  };
  // Without this a browser would take the end of a drag by finger for the
  // start of a scroll that runs on, and swallow the next tap.
  el.addEventListener('touchmove', (event) => { if (held) event.preventDefault(); }, { passive: false });
  el.addEventListener('dragstart', (event) => event.preventDefault());
  el.addEventListener('pointerdown', (event) => {
    if (press || event.button !== 0 || !event.isPrimary) return;
    press = event;
    addEventListener('pointermove', moving);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', off);
    addEventListener('keydown', escape, true);
  });
}

// noClick drops the click that a browser makes of the end of a drag.
function noClick() {
  const eat = (event) => { event.stopPropagation(); event.preventDefault(); };
  addEventListener('click', eat, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', eat, { capture: true }), 0);
}

// follower is an element that follows the pointer while something is dragged.
export function follower(el) {
  el.classList.add('follower');
  el.setAttribute('aria-hidden', 'true');
  document.body.append(el);
  return {
    to(event, dx = 0, dy = 0) { el.style.transform = `translate(${event.clientX + dx}px, ${event.clientY + dy}px) translate(-50%, -50%)`; },
    end() { el.remove(); },
  };
}
