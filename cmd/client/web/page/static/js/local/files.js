// Files for a program that Go compiled: what it asks of globalThis.fs, in the way
// of Node, on a disk of pairs (disk.js). A file is two pairs, its bytes and what is
// told of it; it is in memory while it is open, and on the disk when it is closed.

import 'wasm_exec.js';
import { disk } from './disk.js';

const ROOT = '/cache';
const FIRST = 100; // of the numbers of open files; lower ones are stdio's

const flags = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

const about = (path) => `about ${path}`;
const bytes = (path) => `bytes ${path}`;

// failure is an error as Go reads it, which knows only some codes.
const failure = (code) => Object.assign(new Error(code), { code });

// told makes a disk's error one that Go reads.
function told(error) {
  if (typeof error.code === 'string') return error;
  return failure({ QuotaExceededError: 'ENOSPC', GuardError: 'EEXIST' }[error.name] ?? 'EIO');
}

function stat(size, time, isDirectory) {
  return {
    dev: 0, ino: 0, mode: isDirectory ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096,
    blocks: Math.ceil(size / 512), atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => isDirectory,
  };
}

// File is an open file.
class File {
  constructor(path, held, time) {
    Object.assign(this, { path, held, time, size: held.length, at: 0, changed: false });
  }

  stat() { return stat(this.size, this.time, false); }

  read(to, position) {
    const from = position ?? this.at;
    const part = this.held.subarray(Math.min(from, this.size), Math.min(from + to.length, this.size));
    to.set(part);
    if (position === null) this.at += part.length;
    return part.length;
  }

  write(part, position) {
    const from = position ?? this.at;
    const end = from + part.length;
    if (end > this.held.length) {
      const more = new Uint8Array(Math.max(end, 2 * this.size));
      more.set(this.held);
      this.held = more;
    }
    this.held.set(part, from);
    this.size = Math.max(this.size, end);
    this.changed = true;
    if (position === null) this.at = end;
    return part.length;
  }
}

// Folder is an open folder, of which the program has read the names.
class Folder {
  stat() { return stat(0, 0, true); }
}

class Files {
  constructor(disk) {
    this.disk = disk;
    this.open = new Map(); // by number
    this.next = FIRST;
    this.made = new Set([ROOT]); // folders, which are nowhere on the disk
  }

  // all is what is told of every file, by its path.
  async all() {
    const { keys, values } = await this.disk.scan(about(ROOT));
    return new Map(keys.map((key, i) => [key.slice(about('').length), values[i]]));
  }

  // kind is what is at a path: what is told of a file, or true for a folder. The
  // disk is not asked about what cannot be there.
  async kind(path) {
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) throw failure('ENOENT');
    const all = await this.all();
    return all.get(path) ?? (this.made.has(path) || [...all.keys()].some((other) => other.startsWith(`${path}/`)));
  }

  // below is what lies in a folder and in those in it.
  async below(path) {
    return [...(await this.all()).keys(), ...this.made].filter((one) => one.startsWith(`${path}/`));
  }

  async at(path) {
    const kind = await this.kind(path);
    if (!kind) throw failure('ENOENT');
    return kind;
  }

  // folderOf wants the folder that a path is in to be there.
  async folderOf(path) {
    if (await this.at(path.slice(0, path.lastIndexOf('/'))) !== true) throw failure('ENOTDIR');
  }

  async held(path) {
    const { keys, values } = await this.disk.scan(bytes(path));
    const i = keys.indexOf(bytes(path));
    if (i < 0) throw failure('ENOENT');
    return values[i];
  }

  file(number) {
    const file = this.open.get(number);
    if (!file) throw failure('EBADF');
    return file;
  }

  async create(path, guarded) {
    await this.folderOf(path);
    const time = Date.now();
    await this.disk.change(guarded ? about(path) : '', null, [bytes(path), about(path)], [new Uint8Array(), { size: 0, time }]);
    return new File(path, new Uint8Array(), time);
  }

  async begin(path, how) {
    const kind = await this.kind(path);
    if (kind === true) {
      if (how & (flags.O_WRONLY | flags.O_RDWR)) throw failure('EISDIR');
      return new Folder();
    }
    if (how & flags.O_DIRECTORY) throw failure(kind ? 'ENOTDIR' : 'ENOENT');
    if (kind && how & flags.O_CREAT && how & flags.O_EXCL) throw failure('EEXIST');
    if (!kind && !(how & flags.O_CREAT)) throw failure('ENOENT');
    if (!kind || how & flags.O_TRUNC) return this.create(path, !kind);
    const file = new File(path, await this.held(path), kind.time);
    if (how & flags.O_APPEND) file.at = file.size;
    return file;
  }

  // flush writes a file to the disk, unless it was deleted.
  async flush(file) {
    if (!file.changed || !file.path) return;
    const time = Date.now();
    await this.disk.change('', null, [bytes(file.path), about(file.path)], [file.held.slice(0, file.size), { size: file.size, time }]);
    Object.assign(file, { changed: false, time });
  }

  // moved tells open files that they are at another path, or at none.
  moved(from, to) {
    for (const file of this.open.values()) if (file.path === from) file.path = to;
  }

  // calls are those of the system that end in a promise.
  calls() {
    const look = async (path) => {
      const kind = await this.at(path);
      return kind === true ? stat(0, 0, true) : stat(kind.size, kind.time, false);
    };
    return {
      stat: look,
      lstat: look,
      open: async (path, how) => {
        const file = await this.begin(path, how);
        this.open.set(this.next, file);
        return this.next++;
      },
      close: async (number) => {
        const file = this.file(number);
        this.open.delete(number);
        await this.flush(file);
      },
      fsync: async (number) => this.flush(this.file(number)),
      fstat: async (number) => this.file(number).stat(),
      fchmod: async (number) => { this.file(number); },
      readdir: async (path) => {
        await this.at(path);
        return [...new Set((await this.below(path)).map((one) => one.slice(path.length + 1).split('/')[0]))];
      },
      mkdir: async (path) => {
        if (await this.kind(path)) throw failure('EEXIST');
        await this.folderOf(path);
        this.made.add(path);
      },
      rename: async (from, to) => {
        const kind = await this.at(from);
        if (kind === true || await this.kind(to) === true) throw failure('EISDIR');
        await this.folderOf(to);
        await this.disk.change('', null, [bytes(from), about(from), bytes(to), about(to)], [null, null, await this.held(from), kind]);
        this.moved(from, to);
      },
      unlink: async (path) => {
        if (await this.at(path) === true) throw failure('EISDIR');
        await this.disk.change('', null, [bytes(path), about(path)], [null, null]);
        this.moved(path, null);
      },
      rmdir: async (path) => {
        if (await this.at(path) !== true) throw failure('ENOTDIR');
        if (path === ROOT || (await this.below(path)).length) throw failure('ENOTEMPTY');
        this.made.delete(path);
      },
    };
  }
}

// stored is files on the database of a name; with none the program has no files.
export const stored = (name) => (name ? files(disk(name)) : {});

// files gives the program that is run next its files, which are kept on a disk, and
// returns what it is to find in its environment.
export function files(kept) {
  const all = new Files(kept);
  const { fs } = globalThis;
  const before = { read: fs.read, write: fs.write };
  const ends = (call) => (...args) => {
    const done = args.pop();
    call(...args).then((value) => done(null, value), (error) => done(told(error)));
  };
  // io reads or writes an open file, and leaves the other numbers to who has them.
  const io = (name) => function transfer(number, buffer, offset, length, position, done) {
    if (number < FIRST) return before[name].call(this, number, buffer, offset, length, position, done);
    return ends(async () => all.file(number)[name](buffer.subarray(offset, offset + length), position))(done);
  };
  Object.assign(fs.constants, flags);
  Object.assign(fs, { read: io('read'), write: io('write') });
  for (const [name, call] of Object.entries(all.calls())) fs[name] = ends(call);
  return { XDG_CACHE_HOME: ROOT };
}
