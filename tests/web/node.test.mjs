// The command in node beside the native one, and the npm package as its users have it. Started by tools/test-web, which says where
// both are: SEPAX_NATIVE, SEPAX_PACKAGE (the folder) and SEPAX_TARBALL.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";

const native = process.env.SEPAX_NATIVE;
const folder = process.env.SEPAX_PACKAGE;
const assets = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../../assets");
const settings = mkdtempSync(join(tmpdir(), "sepax-settings-"));
after(() => rmSync(settings, {recursive: true}));
const environment = {...process.env, LC_ALL: "C.UTF-8", XDG_CONFIG_HOME: settings};

function start(program, words, {input = "", cwd = assets} = {}) {
  const run = spawnSync(program, words, {cwd, input, env: environment, encoding: "utf8", maxBuffer: 1 << 28});
  return {status: run.status, output: run.stdout, errors: run.stderr};
}
const inNode = (words, options) => start(process.execPath, [join(folder, "bin/sepax.js"), ...words], options);
const natively = (words, options) => start(native, words, options);
const boxes = (x) =>
  JSON.stringify({
    sepax: 1,
    space: "3d",
    bodies: [{id: "A", shape: {type: "box", half_extents: [1, 1, 1]}},
             {id: "B", shape: {type: "box", half_extents: [1, 1, 1]}, position: [x, 0, 0]}],
    expect: [{pair: ["A", "B"], verdict: "overlapping"}],
  });

const cases = ["cases", "corpus"].flatMap((name) =>
  readdirSync(join(assets, name)).filter((file) => file.endsWith(".json")).map((file) => `${name}/${file}`));

test("every case has the native answer to the byte, and what needs an importer says so", () => {
  let same = 0;
  let without = 0;
  for (const file of cases) {
    const ours = inNode(["check", file, "--json", "--hex"]);
    const theirs = natively(["check", file, "--json", "--hex"]);
    if (/only the desktop version of Sepax reads files of meshes/.test(ours.errors)) {
      ++without;
      continue;
    }
    assert.equal(ours.status, theirs.status, file + ours.errors);
    assert.equal(ours.output, theirs.output, file);
    ++same;
  }
  console.log(`${same} of ${cases.length} cases identical to the byte, ${without} without an importer`);
  assert.ok(without <= 1);
});

test("every expectation of the corpus is met", () => {
  const run = inNode(["check", "--expect", "-q", ...cases.filter((file) => file.startsWith("corpus/"))]);
  assert.equal(run.status, 0, run.output + run.errors);
});

const same = [
  ["help", "case"],
  ["check", "--help"],
  ["lesson", "ls"],
  ["algorithms"],
  ["export", "--as", "bullet", "cases/default.json"],
  ["relations", "corpus/box-in-box.json"],
  ["minimise", "cases/edge-edge.json", "--while", "historical/six-axes-3d differs", "--tries", "200"],
  ["check", "corpus/none.json"],
];
for (const words of same) {
  test(`sepax ${words.join(" ")} prints what the native one prints`, () => {
    assert.deepEqual(inNode(words), natively(words));
  });
}

test("progress is for terminals", () => {
  const run = inNode(["selfcheck", "--pairs", "1", "--only", "box-box"]);
  assert.deepEqual([run.status, run.errors], [0, ""]);
});

test("standard input is read", () => {
  const run = inNode(["check", "-", "--json"], {input: boxes(1.5)});
  assert.equal(JSON.parse(run.output).pairs[0].separation, -0.5);
});

test("what needs another program names the desktop version in one line", () => {
  for (const words of [["render", "cases/default.json"], ["cases/default.json"], ["check", "cases/rock-above-table.json"]]) {
    const run = inNode(words);
    assert.equal(run.status, 2);
    assert.match(run.errors, /^[^\n]*only the desktop version of Sepax [^\n]*\n$/);
  }
});

/** Without the times, which differ from run to run. */
const timeless = (text) => JSON.stringify(JSON.parse(text), (key, value) => (key === "time_ns" ? undefined : value));
const spheres = JSON.stringify({sepax: 1, space: "3d", bodies: [
  {id: "A", shape: {type: "sphere", radius: 1}}, {id: "B", shape: {type: "sphere", radius: 1}, position: [1.5, 0.5, 0]}]});

test("an own juror answers as it does natively, and its end is an answer", () => {
  const pair = join(settings, "spheres.json"), mine = join(settings, "mine.juror.json");
  writeFileSync(pair, spheres);
  const template = join(assets, "../jurors/template/my_javascript.juror.json");
  const ours = inNode(["jury", pair, "--juror", template, "--json"]), theirs = natively(["jury", pair, "--juror", template, "--json"]);
  assert.equal(ours.status, 0, ours.output + ours.errors);
  assert.equal(timeless(ours.output), timeless(theirs.output));
  for (const [program, said] of [["process.exit(3)", /exit status 3/], ["throw new Error('no world')", /no world/], ["setTimeout(() => {}, 1e6)", /said no first line/],
                                 ["console.log(JSON.stringify({sepax_juror: 1})); process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))", /signal 9/]]) {
    writeFileSync(mine, JSON.stringify({sepax_juror: 1, name: "mine", command: ["node", "-e", program]}));
    const [row] = JSON.parse(inNode(["jury", pair, "--juror", mine, "--json"]).output).pairs[0].jurors;
    assert.match(JSON.stringify(row), said);
    assert.notEqual(row.status, "ok");
  }
  const hunt = inNode(["hunt", "--juror", template, "--pairs", "300", "--seed", "1"]);
  assert.equal(hunt.status, 0);
  assert.match(hunt.output + hunt.errors, /, 320 answered; 0 found/);
});

let empty;
before(() => {
  empty = mkdtempSync(join(tmpdir(), "sepax-npm-"));
  writeFileSync(join(empty, "package.json"), "{}");
  const run = spawnSync("npm", ["install", "--offline", "--no-audit", "--no-fund", process.env.SEPAX_TARBALL], {cwd: empty, encoding: "utf8"});
  assert.equal(run.status, 0, run.stderr);
});
after(() => rmSync(empty, {recursive: true}));

test("npx sepax check --expect passes, fails and refuses in an empty folder, with a JUnit report", () => {
  writeFileSync(join(empty, "pair.json"), boxes(1.5));
  const check = () => start("npx", ["--no-install", "sepax", "check", "--expect", "--junit", "report.xml", "pair.json"], {cwd: empty});
  assert.equal(check().status, 0);
  writeFileSync(join(empty, "pair.json"), boxes(2.5));
  assert.equal(check().status, 1);
  assert.match(readFileSync(join(empty, "report.xml"), "utf8"), /<failure /);
  writeFileSync(join(empty, "pair.json"), "{");
  assert.equal(check().status, 2);
});

test("the functions take JSON and give JSON, one call after the other", async () => {
  const {check, paste, jury} = await import(join(empty, "node_modules/sepax/index.mjs"));
  const pasted = await paste("Box a: center (0, 0, 0), half extents (1, 1, 1)\nBox b: center (1.5, 0, 0), half extents (1, 1, 1)");
  assert.equal(pasted.pair, true);
  const checked = await check(pasted.case);
  assert.equal(checked.pairs[0].verdict, "overlapping");
  assert.equal((await check(boxes(2.5), {expect: true})).status, 1);
  const judged = await jury(pasted.case, {jurors: ["sat", "gjk-epa"]});
  assert.deepEqual(judged.pairs[0].jurors.map((juror) => juror.differs), [[], []]);
  await assert.rejects(check("{"), /case\.json/);
  const listeners = process.listenerCount("uncaughtException");
  for (let i = 0; i < 3; ++i) await check(pasted.case);
  assert.equal(process.listenerCount("uncaughtException"), listeners);
});

test("the example of the package's page runs", () => {
  const page = readFileSync(join(empty, "node_modules/sepax/README.md"), "utf8");
  writeFileSync(join(empty, "example.mjs"), /```js\n([^]*?)```/.exec(page)[1]);
  const run = start(process.execPath, ["example.mjs"], {cwd: empty});
  assert.equal(run.status, 0, run.errors);
  assert.match(run.output, /^overlapping -0\.5\n/);
});
