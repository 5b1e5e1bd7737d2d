// The engine in Node, with no program but Node: from the folder that "client site
// FOLDER" writes, it speaks the protocol on the standard input and output.
//
//     node wasm.mjs FOLDER
//     node play.mjs othello 3 p1 node wasm.mjs FOLDER
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

process.on('uncaughtException', (error) => { console.error(error.message); process.exit(1); });
const [folder, ...settings] = process.argv.slice(2);
if (!folder) throw new Error('write: node wasm.mjs FOLDER [NAME=VALUE...]');
const require = createRequire(import.meta.url);
// Go finds files, and with them its input and output, where Node has them.
Object.assign(globalThis, { require, fs: require('node:fs'), path: require('node:path') });
require(resolve(folder, 'wasm_exec.js'));

const go = new Go();
go.argv = ['quadrille', 'engine', ...settings];
go.env = process.env;
go.exit = process.exit;
const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'quadrille.wasm')), go.importObject);
await go.run(instance);
