// Words for screen readers. Polite ones wait their turn, urgent ones do not.

const together = 100; // ms in which what is said goes into a region as one text

// region is a live region of the page. A reader hears only the last of several
// texts that replace each other at once, so they are put together before.
function region(id) {
  let waiting = [];
  const put = () => {
    const el = document.getElementById(id);
    const text = waiting.join(' ');
    waiting = [];
    el.textContent = el.textContent === text ? text + '\u00a0' : text; // the same twice is said twice
  };
  return (text) => {
    if (!waiting.length) setTimeout(put, together);
    if (!waiting.some((one) => one.includes(text))) waiting.push(text);
  };
}

export const polite = region('polite');
export const urgent = region('urgent');
