// The window as a page, in a headless browser. Started by tools/test-web, which says where things are: SEPAX_SITE (the folder that a
// server serves), SEPAX_ONE_FILE (sepax.html), SEPAX_NATIVE (the native command) and SEPAX_PUPPETEER (puppeteer-core).
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {createServer} from "node:http";
import {createRequire} from "node:module";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, normalize} from "node:path";
import {after, before, test} from "node:test";

const puppeteer = createRequire(join(process.env.SEPAX_PUPPETEER, "package.json"))("puppeteer-core");
const site = process.env.SEPAX_SITE;
const assets = join(new URL(".", import.meta.url).pathname, "../../assets");
const scratch = mkdtempSync(join(tmpdir(), "sepax-page-"));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let server;
let browser;
let address;

before(async () => {
  const types = {".html": "text/html", ".js": "text/javascript"};
  server = createServer((request, answer) => {
    const name = normalize(new URL(request.url, "http://x").pathname);
    if (name === "/around.html") {
      answer.setHeader("Content-Type", "text/html");
      return answer.end('<input id="field"><iframe src="/?log-state#sample=edge-edge&embed=1" width="700" height="420"></iframe>');
    }
    const file = join(site, name === "/" ? "index.html" : name);
    if (!existsSync(file)) return answer.writeHead(404).end();
    answer.setHeader("Content-Type", types[/\.[a-z]+$/.exec(file)?.[0]] ?? "application/octet-stream");
    answer.end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await puppeteer.launch({
    executablePath: process.env.SEPAX_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    protocolTimeout: 300000,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(scratch, {recursive: true, force: true});
});

/** Waits for a state, however long that takes; the test's own limit ends it. */
async function until(what, probe) {
  for (let i = 0; i < 2400; ++i) {
    const value = await probe();
    if (value) return value;
    await sleep(50);
  }
  assert.fail(`never came: ${what}`);
}

/** A page with its own settings, and what it says: `state()` is the newest line of that kind. */
async function open(fragment = "", {viewport = {width: 1280, height: 720}, context, url, prepare} = {}) {
  const owner = context ?? await browser.createBrowserContext();
  const page = await owner.newPage();
  await page.setViewport(viewport);
  page.said = [];
  page.on("console", (message) => page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push("PAGEERROR " + error));
  page.on("dialog", (dialog) => dialog.accept());
  if (prepare) await page.evaluateOnNewDocument(prepare);
  page.newest = (kind) => page.said.findLast((line) => line.startsWith(kind)) ?? "";
  page.state = () => page.newest("state");
  page.note = () => page.evaluate(() => document.getElementById("say").textContent);
  page.bodyAt = (id) => new RegExp(` ${id}:(-?\\d+),(-?\\d+)`).exec(page.state())?.slice(1).map(Number);
  // Items are said as lists that end; the newest whole one counts.
  page.item = (name) => {
    const end = page.said.lastIndexOf("items end");
    for (let i = end - 1; i >= 0 && page.said[i] !== "items end"; --i) {
      const match = /^item (-?\d+),(-?\d+) (.*)$/.exec(page.said[i]);
      if (match?.[3] === name) return [Number(match[1]), Number(match[2])];
    }
    return null;
  };
  await page.goto(url ?? `${address}?log-state${fragment}`);
  return page;
}
/** Without a fragment two boxes, and not the start page. */
const opened = async (fragment = "#sample=default", options) => {
  const page = await open(fragment, options);
  await until("a first picture", () => page.newest("rest").includes("quiet"));
  return page;
};
async function drag(page, [x, y], [dx, dy], steps = 12) {
  await page.mouse.move(x, y);
  await sleep(300);
  await page.mouse.down();
  for (let i = 1; i <= steps; ++i) {
    await page.mouse.move(x + dx * i / steps, y + dy * i / steps);
    await sleep(30);
  }
  await page.mouse.up();
}
/** Runs an action as a user of the palette does. */
async function runByPalette(page, name) {
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyP");
  await page.keyboard.up("Control");
  await sleep(700);
  await page.keyboard.type(name, {delay: 40});
  await sleep(700);
  await page.keyboard.press("Enter");
}
/** Puts the next downloads into a folder of their own; what has come there is `take(name)`. */
async function downloads(page) {
  const folder = mkdtempSync(join(scratch, "down-"));
  const session = await browser.target().createCDPSession();
  await session.send("Browser.setDownloadBehavior",
                     {behavior: "allow", downloadPath: folder, browserContextId: page.browserContext().id});
  return (name) => until(`the download ${name}`, () => existsSync(join(folder, name)) && join(folder, name));
}
const picture = (page, name) => page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, `${name}.png`)});
const faults = (page) => page.said.filter((line) => line.startsWith("PAGEERROR"));
const native = (...words) => spawnSync(process.env.SEPAX_NATIVE, words, {encoding: "utf8", cwd: assets, maxBuffer: 1 << 26});

test("a body that is dragged with the mouse makes the separated pair overlap", async () => {
  const page = await opened();
  assert.match(page.state(), /^state separated clean/);
  const a = page.bodyAt("A");
  const b = page.bodyAt("B");
  await drag(page, b, [a[0] - b[0], a[1] - b[1]]);
  await until("an overlap", () => /^state overlapping dirty/.test(page.state()));
  assert.match(await page.title(), / •/);
  assert.deepEqual(page.said.filter((line) => line.startsWith("PAGEERROR")), []);
  await page.close();
});

test("a link of the native command opens with the native command's verdict", async () => {
  for (const file of ["cases/edge-edge.json", "cases/capsule-hull.json", "cases/kissing-boxes.json"]) {
    const link = native("export", file, "--as", "link", "--page", "x").stdout.trim();
    const theirs = JSON.parse(native("check", file, "--json").stdout);
    const verdict = (theirs.reports ?? theirs.pairs ?? theirs)[0].verdict;
    const page = await opened(link.slice(1));
    assert.match(page.state(), new RegExp(`^state ${verdict} clean`), file);
    await page.close();
  }
});

test("a copied link opens the same pair in a page of another user", async () => {
  const page = await opened("#sample=edge-edge", {prepare: () => {
    window.copied = null;
    Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { window.copied = text; }}});
  }});
  const before = page.state().replace(/ in .*/, "");
  await page.mouse.click(...page.bodyAt("A"));
  await runByPalette(page, "Copy link to this pair");
  const link = await until("the copied link", () => page.evaluate(() => window.copied));
  assert.ok(link.startsWith(address), link.slice(0, 60));
  const other = await opened(link.slice(link.indexOf("#")));
  assert.equal(other.state(), before);
  await page.close();
  await other.close();
});

test("a damaged link, an unknown key and a sample that is not there are said, and the window is there", async () => {
  for (const [fragment, said] of [["#case=H4sIAAAA", "damaged"], ["#smaple=x", "expected one of case"], ["#sample=none", "name of a sample"]]) {
    const page = await opened(fragment);
    await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, `${said.slice(0, 4)}.png`)});
    await until(said, () => page.said.some((line) => line.includes(said)));
    await page.close();
  }
});

test("a dropped case is edited and saved as a download that the native command reads", async () => {
  const page = await opened();
  const take = await downloads(page);
  const text = readFileSync(join(assets, "cases/capsule-hull.json"), "utf8");
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "my case.json"));
    window.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
  }, text);
  await until("the dropped case", () => page.state().endsWith("in /documents/my case.json"));
  await sleep(1500);  // the view turns to it
  const [id] = [...page.state().matchAll(/ (\S+):-?\d+,-?\d+/g)].map((match) => match[1]);
  await drag(page, page.bodyAt(id), [60, 0]);
  await until("a change", () => page.state().includes(" dirty "));
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyS");
  await page.keyboard.up("Control");
  const saved = await take("my case.json");
  await until("all saved", () => page.state().includes(" clean "));
  const checked = native("check", saved, "--json");
  assert.ok(checked.status <= 1, checked.stderr);
  assert.notEqual(readFileSync(saved, "utf8"), text);
  await page.close();
});

/** Drops files on the page: bytes by name. */
async function drop(page, files) {
  await page.evaluate((list) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of list) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    }
    window.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
  }, Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
}
const importerCame = (page) => until("the importer", () => page.evaluate(() => Module.importProgram() !== null));

test("a dropped mesh becomes a body, and a hostile one a message", async () => {
  const page = await opened();
  await importerCame(page);
  await drop(page, {"bad.glb": Buffer.from("garbage")});
  await until("a refusal", () => /^message bad\.glb: [^\n]+$/.test(page.newest("message")));
  await drop(page, {"rock.obj": readFileSync(join(assets, "bundle/meshes/rock.obj"))});
  await until("the mesh", () => page.bodyAt("rock"));
  await page.close();
});

test("a mesh that keeps the importer busy for ever is given up after a minute, and the window goes on meanwhile", async () => {
  const page = await opened();
  await importerCame(page);
  await page.evaluate(() => {  // memory and _start, which is a loop without an end
    const endless = new WebAssembly.Module(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 19, 2, 6,
      109, 101, 109, 111, 114, 121, 2, 0, 6, 95, 115, 116, 97, 114, 116, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11]));
    Module.importProgram = () => endless;
  });
  await drop(page, {"rock.obj": readFileSync(join(assets, "bundle/meshes/rock.obj"))});
  await until("the import", () => page.newest("rest").includes("busy"));
  const before = page.state();
  await drag(page, page.bodyAt("B"), [60, 0]);
  await until("a change", () => page.state() !== before);
  assert.match(page.newest("rest"), /busy/);
  await until("a message", () => /^message rock\.obj: .*time limit/.test(page.newest("message")));
  assert.deepEqual(faults(page), []);
  await page.close();
});

test("a mesh in a dropped bundle is shown", async () => {
  const page = await opened();
  await importerCame(page);
  const folder = mkdtempSync(join(scratch, "zip-"));
  const zip = join(folder, "rocks.zip");
  const packed = native("bundle", "pack", "bundle/meshes", "-o", zip);
  assert.equal(packed.status, 0, packed.stderr);
  await drop(page, {"rocks.zip": readFileSync(zip)});
  await until("the bundle's files", () => page.item("entry torus.obj"));
  await page.mouse.click(...page.item("entry torus.obj"), {delay: 100});
  await until("the mesh", () => page.item("preview Mesh"));
  await sleep(500);
  await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "mesh.png")});
  await page.close();
});

test("a mesh that comes before the importer waits for it, or says so where nothing can wait", async () => {
  const hold = () => {
    const fetch = window.fetch;
    window.fetch = (name, ...rest) => (/import/.test(name) ? new Promise((done) => { window.release = done; }).then(() => fetch(name, ...rest))
                                                           : fetch(name, ...rest));
  };
  const link = native("export", "cases/default.json", "--as", "link", "--page", "x").stdout.trim().slice(1);
  const rock = {"rock.obj": readFileSync(join(assets, "bundle/meshes/rock.obj"))};
  const page = await opened(link, {prepare: hold});
  await drop(page, rock);
  await until("the import", () => page.newest("rest").includes("busy"));
  await sleep(1000);
  assert.equal(page.bodyAt("rock"), undefined);
  await page.evaluate(() => window.release());
  await until("the mesh", () => page.bodyAt("rock"));
  assert.deepEqual(faults(page), []);
  await page.close();
  // Without JSPI nothing waits: neither for this, nor for a turn.
  const held = await opened(link, {prepare: `(${hold})(); delete WebAssembly.Suspending;`});
  await drop(held, rock);
  await until("a message", () => /the part of this page that reads meshes is still being loaded/.test(held.newest("message")));
  await held.mouse.click(640, 300);
  await held.keyboard.press("KeyJ");
  await until("all answers", () => held.newest("rest").includes("quiet"));
  assert.deepEqual(faults(held), []);
  await held.close();
  const sample = await opened("#sample=rock-above-table");
  assert.match(sample.state(), /^state separated clean .*rock:/);
  await sample.close();
});

test("a pasted text becomes a pair", async () => {
  const page = await opened();
  await page.mouse.click(...page.bodyAt("A"));
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.setData("text", "btBoxShape a(btVector3(1,1,1)); a at (0,0,0)\nbtBoxShape b(btVector3(1,1,1)); b at (1.5,0,0)");
    window.dispatchEvent(new ClipboardEvent("paste", {clipboardData: transfer, bubbles: true}));
  });
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyV");
  await page.keyboard.up("Control");
  await until("the dialog with what was read", () => page.item("take"));
  await sleep(300);
  await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "paste.png")});
  await page.mouse.click(...page.item("take"), {delay: 100});
  await until("the pasted pair", () => /^state overlapping dirty A:\S+ B:\S+$/.test(page.state()));
  await page.close();
});

test("the start page shows its samples", async () => {
  const page = await open("");
  await until("the last card", () => page.item("sample swept boxes"));
  await until("no more work", () => page.newest("rest").includes("quiet"));
  assert.equal(await page.evaluate(() => sepaxPage.drawn()), 6);  // none twice
  await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "start.png")});
  await page.close();
});

test("settings stay for the next visit, and so does work that was not saved", async () => {
  const context = await browser.createBrowserContext();
  const page = await opened("#sample=default&theme=light", {context});
  const b = page.bodyAt("B");
  await drag(page, b, [80, 0]);
  await until("a change", () => page.state().includes(" dirty"));
  await until("settings in the browser's own storage", () => page.evaluate(() => new Promise((done) => {
    const request = indexedDB.open("sepax", 1);
    request.onsuccess = () => {
      const store = request.result.transaction("files").objectStore("files").getAllKeys();
      store.onsuccess = () => done(store.result.some((key) => /recovery-/.test(key)) && store.result.some((key) => /imgui\.ini/.test(key)));
    };
  })));
  await page.close();
  const again = await opened("", {context});
  assert.ok(await again.evaluate(() => FS.readFile("/home/web_user/.config/sepax/imgui.ini", {encoding: "utf8"}).includes("theme=light")));
  await until("the offer", () => again.item("take recovery"));
  assert.match(again.state(), / clean/);
  await again.mouse.click(...again.item("take recovery"), {delay: 100});
  await until("the unsaved work", () => / dirty/.test(again.state()));
  await again.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "recovery.png")});
  await again.close();
});

test("one finger drags a body, two turn the scene", async () => {
  const page = await opened(undefined, {viewport: {width: 1280, height: 720, hasTouch: true}});
  const a = page.bodyAt("A");
  const b = page.bodyAt("B");
  await page.touchscreen.touchStart(...b);
  await sleep(400);
  for (let i = 1; i <= 10; ++i) {
    await page.touchscreen.touchMove(b[0] + (a[0] - b[0]) * i / 10, b[1]);
    await sleep(60);
  }
  await page.touchscreen.touchEnd();
  await until("an overlap", () => /^state overlapping dirty/.test(page.state()));
  const before = page.state();
  const session = await page.createCDPSession();
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  const [x, y] = [page.bodyAt("A")[0], 560];
  await touch("touchStart", [[x, y], [x + 80, y]]);
  for (let i = 1; i <= 10; ++i) {
    await sleep(60);
    await touch("touchMove", [[x + 12 * i, y], [x + 80 + 12 * i, y]]);
  }
  await touch("touchEnd", []);
  await until("another view", () => page.state() !== before);
  await page.close();
});

test("a phone has the scene on top and one panel below", async () => {
  const page = await opened(undefined, {viewport: {width: 390, height: 844, hasTouch: true, isMobile: true, deviceScaleFactor: 2}});
  const size = await page.evaluate(() => [Module.canvas.width, Module.canvas.height, innerWidth, innerHeight]);
  assert.deepEqual(size, [780, 1688, 390, 844]);
  for (const id of ["A", "B"]) {
    const [x, y] = page.bodyAt(id);
    assert.ok(x > 0 && x < 390 && y > 40 && y < 500, `${id} at ${x}, ${y}`);
  }
  await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "phone.png")});
  await page.close();
});

test("twice as many pixels make nothing twice as large", async () => {
  const plain = await opened();
  const dense = await opened(undefined, {viewport: {width: 1280, height: 720, deviceScaleFactor: 2}});
  assert.deepEqual(dense.bodyAt("A"), plain.bodyAt("A"));
  assert.equal(await dense.evaluate(() => Module.canvas.width), 2560);
  await plain.close();
  await dense.close();
});

test("a page around it keeps its own keys, and shows the viewport alone", async () => {
  const page = await (await browser.createBrowserContext()).newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(address + "around.html");
  await until("a state inside", () => said.some((line) => line.startsWith("state")));
  await page.focus("#field");
  await page.keyboard.type("q w e r t");
  assert.equal(await page.$eval("#field", (field) => field.value), "q w e r t");
  await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "around.png")});
  await page.close();
});

test("Chinese texts bring their font, which no other visit fetches", async () => {
  for (const [fragment, wanted] of [["#lang=zh", true], ["", false]]) {
    const fetched = [];
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.on("request", (request) => fetched.push(request.url()));
    await page.goto(`${address}?log-state${fragment}`);
    await until("the end of loading", () => page.evaluate(() => document.getElementById("say").textContent === ""));
    await sleep(2500);
    assert.equal(fetched.some((url) => url.includes("chinese")), wanted);
    if (wanted) await page.screenshot({path: join(process.env.SEPAX_PICTURES ?? scratch, "chinese.png")});
    await page.close();
  }
});

test("the one file opens from a disk, with a link behind it", async () => {
  const page = await opened("", {url: `file://${process.env.SEPAX_ONE_FILE}?log-state#sample=edge-edge`});
  assert.match(page.state(), /^state \w+ clean/);
  assert.match(page.state(), /edge-edge\.json/);
  await page.mouse.click(...page.bodyAt("A"));
  await page.keyboard.press("KeyJ");
  for (const name of ["cannon-es", "three-obb"]) await until(`the answer of ${name}`, () => page.item(`agreeing ${name}`));
  assert.deepEqual(faults(page), []);
  await page.close();
});

test("a browser without WebGL 2 or without what unpacks is told so in one sentence", async () => {
  const blind = await open("", {prepare: () => { HTMLCanvasElement.prototype.getContext = () => null; }});
  assert.match(await until("a note", async () => /WebGL 2/.test(await blind.note()) && blind.note()), /Sepax needs WebGL 2/);
  const old = await open("", {prepare: () => { delete window.DecompressionStream; }});
  assert.match(await until("a note", async () => /too old/.test(await old.note()) && old.note()), /Chrome 80/);
  const lost = await open("", {prepare: () => { window.fetch = async () => ({ok: false, status: 404}); }});
  assert.match(await until("a note", async () => /could not/.test(await lost.note()) && lost.note()), /404/);
});

test("lesson 1 is played to its end", async () => {
  const page = await opened("#lesson=01-a-line-between");
  const lesson = () => page.newest("lesson").split(" ");
  const press = async (name) => {
    await until(`the item ${name}`, () => page.item(name));
    await page.mouse.move(...page.item(name));
    await sleep(250);
    await page.mouse.down();
    await sleep(100);
    await page.mouse.up();
    await sleep(500);
  };
  for (let steps = 0; steps < 10; ++steps) {
    assert.deepEqual(lesson().slice(0, 3), ["lesson", "01-a-line-between", String(steps)]);
    await sleep(700);
    for (let i = 0; i < 4 && lesson()[3] !== "passed"; ++i) {
      if (page.item(`choice ${i}`)) {
        await press(`choice ${i}`);
      } else if (page.item("typed")) {
        await press("typed");
        await page.keyboard.type("1.2 m", {delay: 60});
        await press("check");
      } else {
        await press("show me");
      }
    }
    await until(`step ${steps} passed`, () => lesson()[3] === "passed");
    await press("next");
  }
  await until("the next lesson", () => lesson()[1] === "02-shadows");
  await page.close();
});

/** Presses an item of the window when it is there. */
async function press(page, name) {
  const place = await until(`the item ${name}`, () => page.item(name));
  await page.mouse.move(...place);
  await sleep(250);
  await page.mouse.click(...place, {delay: 100});
}

test("engines in JavaScript sit on the jury, in space and in the plane", async () => {
  for (const [sample, engines] of [["edge-edge", ["jolt", "rapier3d", "three-obb"]], ["rectangle-triangle", ["planck", "sat-js", "matter-js"]]]) {
    const page = await opened(`#sample=${sample}`);
    await page.mouse.click(...page.bodyAt("A"));
    await page.keyboard.press("KeyJ");
    for (const name of engines) await until(`the answer of ${name}`, () => page.item(`agreeing ${name}`) ?? page.item(`differing ${name}`));
    await until("all answers", () => page.newest("rest").includes("quiet"));
    await picture(page, `jury-${sample}`);
    assert.deepEqual(faults(page), []);
    await page.close();
  }
});

test("a case runs in an engine while the window goes on", async () => {
  const page = await opened("#sample=ten-boxes");
  await runByPalette(page, "Run in engine");
  await press(page, "run");
  const before = page.state();
  await until("a first frame", () => page.state() !== before);
  await page.mouse.move(...page.bodyAt("ground"));
  await page.mouse.down({button: "right"});
  for (let i = 1; i <= 10; ++i) await page.mouse.move(page.bodyAt("ground")[0] + 10 * i, 300);
  await page.mouse.up({button: "right"});
  assert.doesNotMatch(page.newest("message"), /frames/);  // the view is turned while it runs
  await until("its end", () => /^message \S+ [^\n]*: 601 frames, \d+ claims/.test(page.newest("message")));
  await picture(page, "run");
  assert.deepEqual(faults(page), []);
  await page.close();
});

test("the window draws frames while a scan goes on", async () => {
  const page = await opened("#sample=ring-and-bar", {prepare: () => {
    window.turns = {now: 0};
    const count = () => {
      ++window.turns.now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const log = console.log;
    console.log = (text) => {
      if (/^rest .* busy/.test(text)) window.turns.begun = window.turns.now;
      if (/^item .* finding /.test(text)) window.turns.ended ??= window.turns.now;
      log(text);
    };
  }});
  await runByPalette(page, "Scan a number");
  await press(page, "scan");
  const {begun, ended} = await until("its end", () => page.evaluate(() => window.turns.ended && window.turns));
  assert.ok(ended - begun > 3, `${ended - begun} frames`);  // none when the scan holds the window up
  await picture(page, "scan");
  assert.deepEqual(faults(page), []);
  await page.close();
});

test("a film is saved at once, with a picture for each moment", async () => {
  const page = await opened("#sample=swept-boxes");
  const take = await downloads(page);
  await page.mouse.click(...page.bodyAt("A"));
  await runByPalette(page, "Save picture");
  await until("the dialog", () => page.item("accept"));
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyA");
  await page.keyboard.up("Control");
  await page.keyboard.type("film.gif", {delay: 40});
  await sleep(500);
  await picture(page, "film");
  await page.keyboard.press("Enter");
  const bytes = readFileSync(await take("film.gif"));
  assert.equal(bytes.subarray(0, 6).toString("latin1"), "GIF89a");
  const pictures = bytes.toString("latin1").split("\x21\xf9\x04").length - 1;
  assert.ok(pictures > 5, `${pictures} pictures`);
  assert.deepEqual(faults(page), []);
  await page.close();
});

test("full storage is said once, and the window goes on", async () => {
  const page = await opened(undefined, {prepare: () => {
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
  }});
  await drag(page, page.bodyAt("B"), [80, 0]);
  await until("a warning", () => page.said.some((line) => line.startsWith("not kept: full")));
  await sleep(300);
  await picture(page, "full");
  await sleep(1500);
  assert.equal(page.said.filter((line) => line.startsWith("not kept")).length, 1);
  assert.match(page.newest("message"), /The browser keeps settings and unsaved work no longer/);
  assert.deepEqual(faults(page), []);
  await page.close();
});

test("forbidden storage costs the settings and nothing else", async () => {
  const page = await opened(undefined, {prepare: () => { Object.defineProperty(window, "indexedDB", {value: undefined}); }});
  const b = page.bodyAt("B");
  await drag(page, b, [80, 0]);
  await until("a change", () => page.state().includes(" dirty"));
  await page.close();
});
