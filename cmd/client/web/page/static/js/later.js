// Parts of the page that are loaded when they are wanted.

const key = 'quadrille.anew';

// later gets a part by its import(). The names of files have digests, so a page
// that is older than the server may ask for one that is gone: then the page
// loads itself anew, but not again and again.
export async function later(part) {
  try {
    return await part();
  } catch (error) {
    const before = Number(sessionStorage.getItem(key));
    if (Date.now() - before < 60000) throw error;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return new Promise(() => {}); // nothing goes on here
  }
}
