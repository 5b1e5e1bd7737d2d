// How a program is loaded and run: one file for the host and the engines.

import 'wasm_exec.js';

// counted passes bytes on and says how many came.
function counted(seen) {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, to) {
      bytes += chunk.length;
      seen(bytes);
      to.enqueue(chunk);
    },
  });
}

// unpack is the answer with a program that gzip packed, unpacked while it comes.
const unpack = (packed) => new Response(packed.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': 'application/wasm' } });

// key is the name of an unpacked program; the address is of the packed file, which
// the service worker keeps.
const key = (address) => `${address}?unpacked`;

// compile loads and compiles the program at an address, which gzip packed, and says
// meanwhile how many bytes have come. In the cache of a name, null for none, it may
// be kept as keep does.
export async function compile(address, name, seen) {
  const cache = name && await globalThis.caches?.open(name).catch(() => null); // there is none in some private windows
  const known = await cache?.match(key(address));
  if (known) {
    const module = await WebAssembly.compileStreaming(known).catch(() => null);
    if (module) return module;
    await cache.delete(key(address)); // a browser that was ended has not kept all of it
  }
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: HTTP ${reply.status}`);
  return WebAssembly.compileStreaming(unpack(reply.body.pipeThrough(counted(seen))));
}

// keep keeps a program unpacked in the cache of a name, in place of an older one,
// when the service worker has it: that spares unpacking it at every start and lets
// the browser keep what it compiled. It is put there as a whole: Firefox 153 keeps
// what has come of a stream when the page goes meanwhile.
export async function keep(address, name) {
  try {
    const packed = await caches.match(address);
    const cache = packed && await caches.open(name);
    if (!cache || await cache.match(key(address))) return;
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(key(address), new Response(await unpack(packed.body).blob()));
  } catch { /* there is no room */ }
}

// run runs a program with arguments and an environment to its end, and resolves to its
// exit status.
export async function run(module, args, env = {}) {
  const go = new Go();
  let status = 0;
  go.exit = (code) => { status = code; };
  go.argv = ['quadrille', ...args];
  go.env = env;
  await go.run(await WebAssembly.instantiate(module, go.importObject));
  return status;
}
