// Runs an import program of WebAssembly: a fresh instance for each file, whose standard streams are in memory. It has
// no files, no network and no processes, and what goes wrong in it ends that instance alone. An endless loop holds up
// the caller as well: a call cannot be ended from outside; so a page lets a worker of the browser make it where it can. Emscripten puts this in front of each program's JavaScript;
// core/process_web.cpp calls it.

// Gives the compiled program, null as long as it is on its way. The page and the npm package have their own.
Module["importProgram"] = Module["importProgram"] || function () {
  return new WebAssembly.Module(require("fs").readFileSync(__dirname + "/sepax-import.wasm"));
};

var importPrograms = {
  // Pieces that the last one wrote, until they are taken.
  output: [],
  errors: [],  // the first kMaxErrors bytes

  // Answers the exit status, or below zero the number of the signal that would have ended a process.
  run: function (program, words, input, outputLimit) {
    const kBadDescriptor = 8, kNoSeek = 70, kNotPermitted = -63;
    const kOutputLimit = -1000, kAbort = -6, kSegmentationFault = -11;
    const kMaxErrors = 4096;
    const output = importPrograms.output = [], errors = importPrograms.errors = [];
    let read = 0, written = 0, errorSize = 0, memory;
    const view = () => new DataView(memory.buffer);
    const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
    // The pieces of memory that a read or a write names; `move` answers how many bytes of one it took.
    const each = function (list, count, total, move) {
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const piece = bytes(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
        const moved = move(piece);
        sum += moved;
        if (moved < piece.length) break;
      }
      view().setUint32(total, sum, true);
      return 0;
    };
    const texts = (list) => list.map((text) => new TextEncoder().encode(text + "\0"));
    const sizes = function (list, count, size) {
      view().setUint32(count, list.length, true);
      view().setUint32(size, list.reduce((sum, text) => sum + text.length, 0), true);
      return 0;
    };
    const put = function (list, at, text) {
      for (const one of list) {
        view().setUint32(at, text, true);
        bytes(text, one.length).set(one);
        at += 4;
        text += one.length;
      }
      return 0;
    };
    const argv = texts(words);
    const system = {
      fd_read: function (fd, list, count, total) {
        if (fd !== 0) return kBadDescriptor;
        return each(list, count, total, function (piece) {
          const part = input.subarray(read, read + piece.length);
          piece.set(part);
          read += part.length;
          return part.length;
        });
      },
      fd_write: function (fd, list, count, total) {
        if (fd !== 1 && fd !== 2) return kBadDescriptor;
        return each(list, count, total, function (piece) {
          if (piece.length === 0) return 0;
          if (fd === 2) {
            if (errorSize < kMaxErrors) errors.push(piece.slice(0, kMaxErrors - errorSize));
            errorSize += piece.length;
          } else {
            written += piece.length;
            if (written > outputLimit) throw kOutputLimit;
            output.push(piece.slice());
          }
          return piece.length;
        });
      },
      fd_seek: () => kNoSeek,
      fd_close: () => 0,
      args_sizes_get: (count, size) => sizes(argv, count, size),
      args_get: (at, text) => put(argv, at, text),
      environ_sizes_get: (count, size) => sizes([], count, size),
      environ_get: () => 0,
      clock_time_get: function (id, precision, at) {
        view().setBigUint64(at, BigInt(Date.now()) * BigInt(1000000), true);
        return 0;
      },
      proc_exit: function (status) { throw { status: status & 255 }; },
    };
    const env = {
      emscripten_notify_memory_growth: function () {},
      getentropy: function (at, size) {
        (typeof crypto === "object" ? crypto : require("crypto").webcrypto).getRandomValues(bytes(at, size));
        return 0;
      },
    };
    // Calls about files are in the program, because assimp could read them. They fail.
    const imports = { wasi_snapshot_preview1: system, env: env };
    for (const one of WebAssembly.Module.imports(program)) {
      imports[one.module][one.name] = imports[one.module][one.name] || (() => kNotPermitted);
    }
    let instance;
    try {
      instance = new WebAssembly.Instance(program, imports);
    } catch (error) {  // no memory is left, or a browser before 2023 makes none at once
      errors.push(new TextEncoder().encode(error.message + "\n"));
      return 1;
    }
    try {
      memory = instance.exports.memory;
      instance.exports._start();
      return 0;
    } catch (end) {
      if (end && typeof end.status === "number") return end.status;
      if (end === kOutputLimit) return kOutputLimit;
      return end instanceof WebAssembly.RuntimeError && /unreachable/.test(end.message) ? kAbort : kSegmentationFault;
    }
  },
};
