// Programs that the commands talk to in lines, in node: src/core/process_web.cpp. A command waits for each answer and
// hears nothing meanwhile; so a thread starts the program and gives its lines here.
"use strict";
const {Worker, MessageChannel, receiveMessageOnPort, isMainThread, workerData} = require("node:worker_threads");

const kMaxLine = 17 << 20, kMaxErrors = 4096;  // beyond a line's limit, that the command tells
const kMaxUntaken = 512;  // lines; the program waits then, as for a full pipe

function talkTo({command, folder, port, wakes}) {
  const tell = (message) => {
    port.postMessage(message);
    Atomics.add(wakes, 0, 1);
    Atomics.notify(wakes, 0);
  };
  try {
    const child = require("node:child_process").spawn(command[0], command.slice(1), {cwd: folder || undefined, stdio: "pipe"});
    tell({process: child.pid});
    let line = "", errors = 0, untaken = 0;
    child.stdout.setEncoding("utf8").on("data", (piece) => {
      const lines = (line + piece).split("\n");
      line = lines.pop();
      if (line.length > kMaxLine) {
        lines.push(line);
        line = "";
        child.kill("SIGKILL");
      }
      for (const whole of lines) tell({line: whole});
      untaken += lines.length;
      if (untaken > kMaxUntaken) child.stdout.pause();
    });
    child.stderr.setEncoding("utf8").on("data", (piece) => {
      if (errors < kMaxErrors) tell({errors: piece});
      errors += piece.length;
    });
    child.on("error", (error) => tell({errors: `Error: ${error.message}\n`, ended: "exit status 127"}));
    child.on("close", (status, signal) => {
      if (line) tell({line});
      tell({ended: signal ? `signal ${require("node:os").constants.signals[signal]}` : `exit status ${status}`});
    });
    child.stdin.on("error", () => {});  // it has ended: that is told
    port.on("message", ({text, taken}) => {
      if (text !== undefined) child.stdin.write(text);
      untaken -= taken || 0;
      if (untaken <= kMaxUntaken) child.stdout.resume();
    });
  } catch (error) {
    tell({errors: `Error: ${error.message}\n`, ended: "exit status 127"});
  }
}

if (!isMainThread && workerData && workerData.sepaxTalk) {
  talkTo(workerData);
} else {
  const all = new Map();
  let last = 0;

  /** Gathers the messages that have come in. */
  const listen = (talk) => {
    const program = all.get(talk);
    for (let got; (got = receiveMessageOnPort(program.port));) {
      const {line, errors, process: number, ended} = got.message;
      if (line !== undefined) program.lines.push(line);
      if (errors !== undefined) program.errors += errors;
      if (number !== undefined) program.process = number;
      if (ended !== undefined) program.ended = ended;
    }
    return program;
  };

  exports.start = (command, folder) => {
    const {port1, port2} = new MessageChannel(), wakes = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(__filename, {workerData: {sepaxTalk: true, command, folder, port: port2, wakes}, transferList: [port2]});
    worker.unref();
    port1.unref();
    all.set(++last, {worker, port: port1, wakes, lines: [], errors: "", ended: null, process: null, taken: 0});
    return last;
  };
  exports.send = (talk, text) => all.get(talk).port.postMessage({text});
  exports.take = (talk) => {
    const program = listen(talk), line = program.lines.shift();
    if (line !== undefined && ++program.taken === kMaxUntaken / 2) {
      program.port.postMessage({taken: program.taken});
      program.taken = 0;
    }
    return line;
  };
  exports.isClosed = (talk) => listen(talk).ended !== null;
  exports.errors = (talk) => listen(talk).errors;
  exports.wait = (talk, milliseconds) => {
    // The number before the messages: one that comes after them changes it, and the wait ends at once.
    const {wakes} = all.get(talk), seen = Atomics.load(wakes, 0), {lines, ended} = listen(talk);
    if (lines.length === 0 && ended === null) Atomics.wait(wakes, 0, seen, milliseconds);
  };
  exports.end = (talk) => {
    const program = listen(talk);
    const was_alive = program.ended === null;
    if (was_alive && program.process) {
      try {
        process.kill(program.process, "SIGKILL");
      } catch {}  // it has ended meanwhile
    }
    program.worker.terminate();
    all.delete(talk);
    return was_alive ? "ended by Sepax" : program.ended;
  };
}
