// The page around the window: loads its parts, gives it files and links, takes what it saves, and keeps its settings.
// Parts are gzip files beside the page, or, in sepax.html, base64 in elements of their names.
"use strict";

var sepaxPage = (function () {
  const canvas = document.getElementById("canvas"), note = document.getElementById("say");
  const chooser = document.getElementById("chooser");
  const documents = "/documents", home = "/home/web_user";
  const isEmbedded = window.parent !== window;
  let isRunning = false;

  function say(text) {
    note.textContent = text;
  }

  function bytesOf(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    return bytes;
  }

  async function streamOf(name) {
    const inline = document.getElementById(name);
    let stream;
    if (inline) {
      stream = new Blob([bytesOf(inline.textContent)]).stream();
    } else {
      const answer = await fetch(name + ".gz");
      if (!answer.ok) throw new Error(name + ".gz: " + answer.status);
      stream = answer.body;
    }
    return stream.pipeThrough(new DecompressionStream("gzip"));
  }
  async function part(name) {
    return new Uint8Array(await new Response(await streamOf(name)).arrayBuffer());
  }
  // Compiled while it comes.
  async function programIn(name) {
    return WebAssembly.compileStreaming(new Response(await streamOf(name), { headers: { "Content-Type": "application/wasm" } }));
  }

  // A tar archive (ustar) into the program's file system.
  function unpack(tar, folder) {
    const text = (at, size) => new TextDecoder().decode(tar.subarray(at, at + size)).replace(/\0[^]*$/, "");
    for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
      const prefix = text(at + 345, 155), size = parseInt(text(at + 124, 12), 8) || 0;
      const path = folder + "/" + (prefix ? prefix + "/" : "") + text(at, 100);
      if (tar[at + 156] === 53) {
        FS.mkdirTree(path);
      } else {
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, tar.subarray(at + 512, at + 512 + size), { canOwn: false });
      }
      at += 512 + Math.ceil(size / 512) * 512;
    }
  }

  // The one file leaves large engines out; without JSPI a page runs none.
  function forgetMissingEngines() {
    const folder = "/share/sepax/jurors";
    for (const name of FS.readdir(folder).filter(function (name) { return name.endsWith(".juror.json"); })) {
      const isMissing = document.getElementById("sepax.wasm") && !document.getElementById("engine-" + name.replace(/\.juror\.json$/, ".js"));
      if (isMissing || !waitsForPromises) FS.unlink(folder + "/" + name);
    }
  }

  // Settings and unsaved work stay in the browser, each file by itself, where it allows that; else they last as long as the page.
  let store = null;
  function inStore(mode) {
    return store.transaction("files", mode).objectStore("files");
  }
  function openStore() {
    return new Promise(function (done) {
      try {
        const request = window.indexedDB.open("sepax", 1);
        request.onupgradeneeded = function () { request.result.createObjectStore("files"); };
        request.onsuccess = function () {
          store = request.result;
          store.onclose = function () { notKept(null); };
          done();
        };
        request.onerror = request.onblocked = function () { done(); };
      } catch (error) {
        done();  // there is none, or this page may not use it
      }
    });
  }
  // Full, or taken away: the window says so once and goes on.
  function notKept(error) {
    if (!store) return;
    const why = error ? error.message || error.name : "";
    console.warn("not kept: " + why);
    store = null;
    Module.ccall("sepaxNotKept", null, ["string"], [why]);
    Module.ccall("sepaxWake", null, [], []);
  }
  function keep(path, bytes) {
    if (!store) return;
    try {
      const change = inStore("readwrite").put(bytes, path).transaction;
      change.onabort = function () { notKept(change.error); };
    } catch (error) {
      setTimeout(notKept, 0, error);  // the program is in the midst of writing
    }
  }
  function forget(path) {
    if (!store) return;
    try {
      inStore("readwrite").delete(path);
    } catch (error) {
      setTimeout(notKept, 0, error);
    }
  }
  function mountHome() {
    FS.mkdirTree(home);
    FS.mkdirTree(documents);
    FS.chdir(documents);
    ENV.HOME = home;
    if (!store) return;
    Module.addRunDependency("home");
    const files = inStore("readonly").openCursor();
    files.onsuccess = function () {
      const at = files.result;
      if (!at) return Module.removeRunDependency("home");
      FS.mkdirTree(at.key.slice(0, at.key.lastIndexOf("/")));
      FS.writeFile(at.key, at.value);
      at.continue();
    };
    files.onerror = function () { Module.removeRunDependency("home"); };
  }

  // The program that reads meshes in files comes after the first picture. A sample may have one, and waits for it.
  let importer = null, importerComes = null, importerFailed = false;
  function fetchImporter() {
    importerComes = importerComes || part("sepax-import.wasm").then((bytes) => WebAssembly.compile(bytes)).then(
      function (program) { importer = program; }, function () { importerFailed = true; });
    return importerComes;
  }
  // Null while it comes; undefined once when it did not come: the next mesh asks for it again.
  function importProgram() {
    if (importerFailed) {
      importerFailed = false;
      importerComes = null;
      return undefined;
    }
    fetchImporter();
    return importer;
  }

  function download(name, parts, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(parts, { type: type }));
    link.download = name;
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 60000);
  }

  // `done` gets null where the browser does not draw it.
  function pixelsOf(svg, scale, done) {
    const image = new Image();
    image.onload = function () {
      const sheet = document.createElement("canvas");
      sheet.width = Math.round(image.naturalWidth * scale);
      sheet.height = Math.round(image.naturalHeight * scale);
      sheet.getContext("2d").drawImage(image, 0, 0, sheet.width, sheet.height);
      URL.revokeObjectURL(image.src);
      done(sheet);
    };
    image.onerror = function () { done(null); };
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  }
  // The PNG of an SVG that begins with its scale: session/figure/svg_image_browser.cpp.
  function pngOf(text, done) {
    const scale = parseFloat(/^<!--scale ([0-9.e+-]+)-->/.exec(text)[1]);
    pixelsOf(text.replace(/^<!--[^]*?-->/, ""), scale, function (sheet) {
      if (sheet) sheet.toBlob(done, "image/png");
      else done(null);
    });
  }

  // Pixels of an SVG for the program; those that come together are one change.
  let drawing = 0, drawn = 0;
  function draw(id, svg, scale) {
    ++drawing;
    pixelsOf(svg, scale, function (sheet) {
      let bytes = new Uint8Array(), at = 0;
      try {
        bytes = sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height).data;  // throws where it is too large
        at = Module._malloc(bytes.length);
      } catch (error) {}
      if (at) HEAPU8.set(bytes, at);
      Module._sepaxPixels(id, at ? sheet.width : 0, at ? sheet.height : 0, at);
      Module._free(at);
      ++drawn;
      if (--drawing === 0) Module.ccall("sepaxWake", null, [], []);
    });
  }

  // Files are written beside their target and renamed: then they are whole.
  function watchFiles() {
    const rename = FS.rename, unlink = FS.unlink;
    FS.rename = function (from, to) {
      rename(from, to);
      const path = to.startsWith("/") ? to : documents + "/" + to;
      if (from.startsWith(home)) forget(from);
      if (path.startsWith(home)) return keep(path, FS.readFile(path));
      if (!path.startsWith(documents + "/")) return;
      const name = path.slice(path.lastIndexOf("/") + 1), bytes = FS.readFile(path);
      const head = new TextDecoder().decode(bytes.subarray(0, 10));
      if (name.endsWith(".png") && head === "<!--scale ") {
        return pngOf(new TextDecoder().decode(bytes), function (blob) {
          if (blob) download(name, [blob], "image/png");
          else window.alert(name + ": the browser draws no picture of this size. A smaller scale may do.");
        });
      }
      download(name, [bytes], "application/octet-stream");
    };
    FS.unlink = function (path) {
      unlink(path);
      if (path.startsWith(home)) forget(path);
    };
  }

  // Workers of the program take turns with its interface (src/core/worker_web.cpp). Each has a stack, and waits for promises.
  const waitsForPromises = typeof WebAssembly === "object" && "Suspending" in WebAssembly;
  const workers = (function () {
    const alive = new Set(), waiting = new Map();  // waiting: what resumes those that wait for a signal
    const channel = new MessageChannel(), turns = [];
    channel.port1.onmessage = function () { turns.shift()(); };
    // Between turns the browser handles input and draws.
    function next(turn) {
      turns.push(turn);
      channel.port2.postMessage(0);
    }
    let program = null, work = null, base = 0;  // base: where the interface's stack is between its own turns
    return {
      // The program's imports, with one that suspends, and its exports.
      prepare: function (imports) {
        imports.env.sepaxSuspend = new WebAssembly.Suspending(function (number, signal, milliseconds) {
          program.stackRestore(base);
          return new Promise(function (resume) {
            const wake = function () { next(function () { if (alive.has(number)) resume(); }); };
            if (!signal) return wake();
            if (!waiting.has(signal)) waiting.set(signal, new Set());
            waiting.get(signal).add(wake);
            if (milliseconds >= 0) {
              setTimeout(function () {
                if (waiting.has(signal) && waiting.get(signal).delete(wake)) wake();
              }, milliseconds);
            }
          });
        });
      },
      use: function (exports) {
        program = exports;
        work = WebAssembly.promising(exports.sepaxWork);
      },
      start: function (number, stack) {
        alive.add(number);
        next(function () {
          if (!alive.has(number)) return;
          base = program.stackSave();
          program.stackRestore(stack);
          const done = work(number);
          program.stackRestore(base);
          done.then(function () { program.stackRestore(base); }, function (error) {
            program.stackRestore(base);
            try {
              abort(String(error));  // as a crash on a desktop
            } catch (aborted) {}
          });
        });
      },
      end: function (number) {
        alive.delete(number);
        programs.endOf(number);
      },
      notify: function (signal) {
        const woken = waiting.get(signal) || [];
        waiting.delete(signal);
        for (const wake of woken) wake();
      },
    };
  })();

  // Engines in JavaScript, each in a worker of the browser's that web/engine_host.js is at home in: core/process_web.cpp
  // sends them lines and takes theirs.
  const programs = (function () {
    const all = new Map(), kEnded = { worker: null, lines: [], errors: "", isClosed: true };
    let last = 0;
    function of(talk) {
      return all.get(talk) || kEnded;
    }
    function close(talk, why) {
      const engine = all.get(talk);
      if (!engine) return;
      if (why) engine.errors += why + "\n";
      engine.isClosed = true;
      workers.notify(engine.signal);
    }
    return {
      start: function (command, folder, signal, worker) {
        const name = /([^/]+)\/juror\.js$/.exec(command[command.length - 1]);
        if (!name) return 0;  // none that came with the page
        const talk = ++last, engine = { signal: signal, owner: worker, worker: null, lines: [], unsent: [], errors: "", isClosed: false };
        all.set(talk, engine);
        part("engine-" + name[1] + ".js").then(function (bytes) {
          if (!all.has(talk)) return;
          const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
          engine.worker = new window.Worker(url);
          URL.revokeObjectURL(url);
          engine.worker.onmessage = function (event) {
            engine.lines.push(event.data);
            workers.notify(engine.signal);
          };
          engine.worker.onerror = function (event) { close(talk, "Error: " + event.message); };
          for (const text of engine.unsent) engine.worker.postMessage(text);
        }).catch(function (error) { close(talk, "Error: " + error.message); });
        return talk;
      },
      send: function (talk, text) {
        const engine = of(talk);
        if (engine.worker) engine.worker.postMessage(text);
        else if (!engine.isClosed) engine.unsent.push(text);
      },
      take: function (talk) {
        const engine = of(talk), line = engine.lines.shift();
        if (line !== undefined) engine.worker.postMessage(null);
        return line;
      },
      isClosed: function (talk) { return of(talk).isClosed; },
      isLoading: function (talk) { return !of(talk).worker && !of(talk).isClosed; },
      errors: function (talk) { return of(talk).errors; },
      end: function (talk) {
        const engine = of(talk);
        all.delete(talk);
        if (engine.worker) engine.worker.terminate();
        return engine.isClosed ? "exit status 1" : "ended by Sepax";
      },
      // Those of a worker that gets no further turn.
      endOf: function (worker) {
        for (const [talk, engine] of all) if (engine.owner === worker) this.end(talk);
      },
    };
  })();

  // Imports for workers of the program, each in a worker of the browser's, which can be ended.
  const imports = (function () {
    const all = new Map();
    let last = 0;
    return {
      start: function (program, words, input, limit, signal) {
        const source = "const importPrograms = { run: " + importPrograms.run + " };" +
          "onmessage = ({ data }) => { const status = importPrograms.run(...data);" +
          "postMessage({ status, output: importPrograms.output, errors: importPrograms.errors }); };";
        const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
        const one = { worker: new window.Worker(url), answer: null };
        URL.revokeObjectURL(url);
        const answer = function (given) {
          one.answer = given;
          workers.notify(signal);
        };
        one.worker.onmessage = function (event) { answer(event.data); };
        one.worker.onerror = function (event) {
          answer({ status: 1, output: [], errors: [new TextEncoder().encode(event.message)] });
        };
        one.worker.postMessage([program, words, input, limit]);
        all.set(++last, one);
        return last;
      },
      isDone: function (number) { return all.get(number).answer !== null; },
      finish: function (number) {
        const one = all.get(number);
        all.delete(number);
        one.worker.terminate();
        return one.answer || { status: 0, output: [], errors: [] };
      },
    };
  })();

  const kMaxFile = 512 * 1024 * 1024;
  async function open(file) {
    if (file.size > kMaxFile) {
      return window.alert(file.name + " has " + Math.round(file.size / 1048576) + " MB. A page opens files of up to " +
        kMaxFile / 1048576 + " MB; the desktop version of Sepax opens larger ones.");
    }
    const path = documents + "/" + file.name.replace(/[/\\\0]/g, "_");
    FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    Module.ccall("sepaxOpen", null, ["string"], [path]);
  }

  function copy(text) {
    const byHand = function () {
      const field = document.createElement("textarea");
      field.value = text;
      document.body.appendChild(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      canvas.focus();
    };
    if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).catch(byHand);
    else byHand();
  }

  // Two fingers turn the scene and zoom: they are the right button and the wheel. One is the left button, by SDL.
  function listenToFingers() {
    let held = null;
    const middle = (touches) => ({ x: (touches[0].clientX + touches[1].clientX) / 2, y: (touches[0].clientY + touches[1].clientY) / 2,
      gap: Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY) });
    const mouse = (type, at, button, target) => (target || canvas).dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true,
      clientX: at.x, clientY: at.y, button: button, buttons: type === "mouseup" ? 0 : button === 2 ? 2 : 1 }));
    addEventListener("touchstart", function (event) {
      if (event.touches.length !== 2 || event.target !== canvas) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      held = middle(event.touches);
      const finger = event.touches[0];
      canvas.dispatchEvent(new TouchEvent("touchend", { bubbles: true, cancelable: true, changedTouches: [finger], touches: [] }));
      mouse("mousemove", held, 0);
      mouse("mousedown", held, 2);
    }, { capture: true, passive: false });
    addEventListener("touchmove", function (event) {
      if (!held || event.touches.length !== 2) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      const now = middle(event.touches);
      mouse("mousemove", now, 2);
      const step = Math.log2(now.gap / held.gap) * 8;
      if (Math.abs(step) >= 1) {
        canvas.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: now.x, clientY: now.y,
          deltaY: -Math.sign(step) * 100, deltaMode: 0 }));
        held.gap = now.gap;
      }
    }, { capture: true, passive: false });
    addEventListener("touchend", function (event) {
      if (!held || !event.isTrusted) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      mouse("mouseup", held, 2, window);
      held = event.touches.length >= 2 ? held : null;
    }, { capture: true, passive: false });
  }

  function listen() {
    addEventListener("dragover", function (event) { event.preventDefault(); });
    addEventListener("drop", function (event) {
      event.preventDefault();
      if (event.dataTransfer.files.length) for (const file of event.dataTransfer.files) open(file);
      else if (event.dataTransfer.getData("text")) Module.ccall("sepaxPaste", null, ["string"], [event.dataTransfer.getData("text")]);
    });
    addEventListener("paste", function (event) {
      const text = event.clipboardData.getData("text");
      if (text) Module.ccall("sepaxClipboard", null, ["string"], [text]);
    });
    chooser.addEventListener("change", function () {
      for (const file of chooser.files) open(file);
      chooser.value = "";
    });
    canvas.addEventListener("contextmenu", function (event) { event.preventDefault(); });
    canvas.addEventListener("mousedown", function () { canvas.focus(); });
    canvas.addEventListener("webglcontextlost", function (event) {
      event.preventDefault();
      say("The browser has taken the graphics away. Sepax starts again when they are back; unsaved work is kept.");
    });
    canvas.addEventListener("webglcontextrestored", function () { isRunning = false; location.reload(); });
    // Another link in this page is another start. The title says whether work is unsaved.
    addEventListener("hashchange", function () { location.reload(); });
    addEventListener("beforeunload", function (event) { if (isRunning && document.title.includes(" •")) event.preventDefault(); });
    listenToFingers();
  }

  async function start() {
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
      return say("This browser is too old for Sepax. It needs WebAssembly and DecompressionStream: Chrome 80, Firefox 113 or Safari 16.4.");
    }
    if (!document.createElement("canvas").getContext("webgl2")) {
      return say("Sepax needs WebGL 2, which this browser does not offer here. Hardware acceleration may be off in its settings.");
    }
    const inline = document.getElementById("sepax.js");
    if (!inline) {
      const early = document.createElement("link");  // the script comes beside the other parts
      early.rel = "preload";
      early.as = "script";
      early.href = "sepax.js";
      document.head.appendChild(early);
    }
    const [program, data] = await Promise.all([programIn("sepax.wasm"), part("data.tar"), openStore(),
      /[#&]sample=/.test(location.hash) && fetchImporter()]);
    const options = ["--address", location.href.replace(/#[^]*/, "")];
    if (location.hash.length > 1) options.push("--link", location.hash);
    if (new URLSearchParams(location.search).has("log-state")) options.push("--log-state");
    window.Module = {
      canvas: canvas,
      arguments: options,
      instantiateWasm: function (imports, receive) {
        if (waitsForPromises) workers.prepare(imports);
        WebAssembly.instantiate(program, imports).then(function (instance) {
          if (waitsForPromises) workers.use(instance.exports);
          receive(instance, program);
        }, failed);
        return {};
      },
      importProgram: importProgram,
      print: function (text) { console.log(text); },
      printErr: function (text) {
        console.warn(text);
        if (!isRunning) say(text);
      },
      preRun: [mountHome, function () {
        unpack(data, "/share/sepax");
        forgetMissingEngines();
        watchFiles();
      }],
      onRuntimeInitialized: function () {
        isRunning = true;
        say("");
        listen();
        if (!isEmbedded) canvas.focus();
        (window.requestIdleCallback || requestAnimationFrame)(fetchImporter);
      },
      onAbort: function (why) { say("Sepax has stopped: " + why + ". Reload the page to start again; unsaved work is kept."); },
    };
    const script = document.createElement("script");
    if (inline) script.textContent = inline.textContent;
    else script.src = "sepax.js";
    document.body.appendChild(script);
  }

  function failed(error) {
    say("Sepax could not be loaded: " + error.message);
  }
  start().catch(failed);

  return {
    workers: waitsForPromises ? workers : null,
    programs: waitsForPromises ? programs : null,
    imports: imports,
    choose: function () { chooser.click(); },
    copy: copy,
    draw: draw,
    drawn: function () { return drawn; },
    ended: function () { isRunning = false; say("Sepax has ended. Reload the page to start again."); },
    fetchChinese: function () {
      part("chinese.ttf").then(function (bytes) {
        FS.writeFile("/share/sepax/fonts/DroidSansFallbackFull.ttf", bytes);
        Module.ccall("sepaxFontCame", null, [], []);
        Module.ccall("sepaxWake", null, [], []);
      }).catch(function () {});  // without it Chinese texts show as boxes
    },
  };
})();
