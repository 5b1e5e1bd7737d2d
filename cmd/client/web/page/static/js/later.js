// Parts of the page that are loaded when they are wanted.

const key = 'quadrille.anew';

// firstTime says whether the page did not load itself anew in the last minute, and
// notes that it does now. A browser that forgets that says no.
function firstTime() {
  try {
    const before = Number(sessionStorage.getItem(key));
    sessionStorage.setItem(key, String(Date.now()));
    return Date.now() - before >= 60000;
  } catch {
    return false;
  }
}

// later gets a part by its import(). The names of files have digests, so a page
// that is older than the server may ask for one that is gone: then the page
// loads itself anew, but not again and again.
export async function later(part) {
  try {
    return await part();
  } catch (error) {
    if (!firstTime()) throw error;
    location.reload();
    return new Promise(() => {}); // nothing goes on here
  }
}
