// Words for screen readers. Polite ones wait their turn, urgent ones do not.

const fields = { polite: 'polite', urgent: 'urgent' };

// say puts text into a live region; the same text twice is said twice.
function say(field, text) {
  const el = document.getElementById(field);
  el.textContent = el.textContent === text ? text + '\u00a0' : text;
}

export const polite = (text) => say(fields.polite, text);
export const urgent = (text) => say(fields.urgent, text);
