// The browser's database (IndexedDB) as pairs of a key and bytes that change as
// a whole: what the host's store is written to. Every change is one transaction,
// and it is answered when the browser says that it is on the disk.

const STORE = 'pairs';
const VERSION = 1;

// A browser that does not answer for so long, in milliseconds, will not.
const PATIENCE = 30_000;

// disk is the database of a name. Its methods reject with an Error whose name
// says what is wrong: a DOMException's, or BlockedError, GoneError, GuardError,
// SlowError or MissingError.
export function disk(name) {
  let connection = null; // a promise of the open database
  let known = false; // whether the database has been there

  function connect() {
    connection ??= open(name).then((db) => {
      const forget = () => { connection = null; };
      db.onclose = forget; // the browser closed it: Safari does in the background
      db.onversionchange = () => { // another tab deletes it, or makes a later version of it
        db.close();
        forget();
      };
      return db;
    }).catch((error) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  // begin begins a transaction, on a new connection when the old one was closed.
  async function begin(mode) {
    const db = await connect();
    try {
      return db.transaction(STORE, mode, { durability: 'strict' });
    } catch (error) {
      if (error.name !== 'InvalidStateError') throw error;
      connection = null; // nothing was begun, so nothing is done twice
      return (await connect()).transaction(STORE, mode, { durability: 'strict' });
    }
  }

  return {
    // warm opens the database, which who asks next then need not wait for.
    warm() {
      connect().catch(() => {}); // it is told who asks
    },

    // scan resolves to the keys that begin with a prefix, and their values.
    async scan(prefix) {
      const tx = await begin('readonly');
      const any = tx.objectStore(STORE).getAllKeys(null, 1);
      const range = prefix === '' ? undefined : IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const keys = tx.objectStore(STORE).getAllKeys(range);
      const values = tx.objectStore(STORE).getAll(range);
      await done(tx);
      if (known && !any.result.length) throw gone();
      known ||= any.result.length > 0;
      return { keys: keys.result, values: values.result };
    },

    // change writes the values of keys, null for none, if the key guard has the
    // value expected, null for none.
    async change(guard, expected, keys, values) {
      const tx = await begin('readwrite');
      const store = tx.objectStore(STORE);
      let refused = null;
      const now = store.get(guard);
      now.onsuccess = () => {
        refused = refusal(now.result, expected, known);
        if (refused) {
          tx.abort();
          return;
        }
        keys.forEach((key, i) => { if (values[i] === null) store.delete(key); else store.put(values[i], key); });
      };
      await done(tx).catch((error) => { throw refused ?? error; });
      known = values.some((value) => value !== null); // or it may be empty now
    },
  };
}

const gone = () => named('GoneError', 'the database was deleted');

function refusal(now, expected, known) {
  if (now === undefined && expected !== null && known) return gone();
  if (same(now, expected)) return null;
  return named('GuardError', 'somebody else writes');
}

function same(now, expected) {
  if (now === undefined || expected === null) return now === undefined && expected === null;
  return now.length === expected.length && now.every((byte, i) => byte === expected[i]);
}

export function named(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

function open(name) {
  return patiently((resolve, reject) => {
    if (!globalThis.indexedDB) {
      reject(named('MissingError', 'there is no database'));
      return;
    }
    const request = indexedDB.open(name, VERSION);
    let given = false; // an answer, after which the database is of no use
    request.onupgradeneeded = () => { request.result.createObjectStore(STORE); };
    request.onblocked = () => {
      given = true;
      reject(named('BlockedError', 'another tab has an earlier version of it open'));
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => { if (given) request.result.close(); else resolve(request.result); };
    return () => { given = true; };
  });
}

// done waits for the end of a transaction. Its error is the reason for which
// nothing of it was written.
function done(tx) {
  return patiently((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? named('AbortError', 'the transaction was undone'));
    return () => tx.abort();
  });
}

// patiently is a promise that begin settles, or fails when that takes too long,
// and then does what begin returned.
function patiently(begin) {
  return new Promise((resolve, reject) => {
    let giveUp = () => {};
    const timer = setTimeout(() => {
      try { giveUp(); } catch { /* it has ended meanwhile */ }
      reject(named('SlowError', 'the database does not answer'));
    }, PATIENCE);
    const end = (settle) => (value) => {
      clearTimeout(timer);
      settle(value);
    };
    giveUp = begin(end(resolve), end(reject)) ?? giveUp;
  });
}
