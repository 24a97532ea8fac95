// The command in node beside the native one, and the npm package as its users have it. Started by tools/test-web, which says where
// both are: SEPAX_NATIVE, SEPAX_PACKAGE (the folder) and SEPAX_TARBALL.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {runInNewContext} from "node:vm";

const native = process.env.SEPAX_NATIVE;
const folder = process.env.SEPAX_PACKAGE;
const assets = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../../assets");
const settings = mkdtempSync(join(tmpdir(), "sepax-settings-"));
after(() => rmSync(settings, {recursive: true}));
const environment = {...process.env, LC_ALL: "C.UTF-8", XDG_CONFIG_HOME: settings, XDG_DATA_HOME: settings};

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

test("every case has the native answer to the byte, one with a mesh in a file of its own, too", () => {
  for (const file of cases) {
    const ours = inNode(["check", file, "--json", "--hex"]);
    const theirs = natively(["check", file, "--json", "--hex"]);
    assert.equal(ours.status, theirs.status, file + ours.errors);
    assert.equal(ours.output, theirs.output, file);
  }
  assert.ok(cases.some((file) => /"mesh":/.test(readFileSync(join(assets, file), "utf8"))));
  console.log(`${cases.length} of ${cases.length} cases identical to the byte`);
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
  ["fit", "bundle/meshes/rock.obj", "--json"],
  ["fit", "bundle:meshes/ramp.obj", "--json"],
  ["bundle", "ls", "bundle"],
  ["bundle", "lint", "bundle"],
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
  for (const words of [["render", "cases/default.json"], ["cases/default.json"]]) {
    const run = inNode(words);
    assert.equal(run.status, 2);
    assert.match(run.errors, /^[^\n]*only the desktop version of Sepax [^\n]*\n$/);
  }
});

test("an engine from npm is installed, answers and is removed", () => {
  const installed = inNode(["jurors", "install", "sat-js"]);
  assert.equal(installed.status, 0, installed.output + installed.errors);
  const run = inNode(["jury", "cases/rectangle-triangle.json", "--juror", "sat-js", "--json"]);
  assert.equal(run.status, 0, run.output + run.errors);
  assert.equal(JSON.parse(run.output).pairs[0].jurors[0].status, "ok", run.output);
  assert.equal(inNode(["jurors", "remove", "sat-js"]).status, 0);
  assert.equal(inNode(["jury", "cases/rectangle-triangle.json", "--juror", "sat-js"]).status, 2);
});

test("an engine from npm runs a case and is asked in a scan", () => {
  assert.equal(inNode(["jurors", "install", "rapier3d"]).status, 0);
  const log = join(settings, "run.sepaxlog");
  const run = inNode(["simulate", "cases/ten-boxes.json", "--juror", "rapier3d", "--seconds", "0.2", "-o", log]);
  assert.equal(run.status, 0, run.output + run.errors);
  assert.equal(readFileSync(log, "utf8").trim().split("\n").length, 14);  // a head, the start and 12 frames
  const scan = inNode(["scan", "cases/edge-edge.json", "--vary", "B.position.x=2.9:3.1:5", "--jurors", "rapier3d", "--json"]);
  assert.ok(scan.status <= 1, scan.errors);
  assert.match(scan.output, /rapier3d/);
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

const corners = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0.25, 0.5, 3]];
const faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
const floats = Buffer.from(new Float32Array(corners.flat()).buffer);
const indices = Buffer.from(new Uint16Array(faces.flat()).buffer);
const gltf = (buffer) => JSON.stringify({
  asset: {version: "2.0"}, scene: 0, scenes: [{nodes: [0]}], meshes: [{primitives: [{attributes: {POSITION: 0}, indices: 1}]}],
  nodes: [{mesh: 0, translation: [1, 2, 3], rotation: [0, 0.6, 0, 0.8], scale: [2, 2, 2]}], buffers: [{byteLength: 72, ...buffer}],
  bufferViews: [{buffer: 0, byteLength: 48}, {buffer: 0, byteOffset: 48, byteLength: 24}],
  accessors: [{bufferView: 0, componentType: 5126, count: 4, type: "VEC3", min: [0, 0, 0], max: [1, 2, 3]},
              {bufferView: 1, componentType: 5123, count: 12, type: "SCALAR"}],
});
function glb(json = gltf({})) {
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const words = (...values) => Buffer.from(new Uint32Array(values).buffer);
  return Buffer.concat([words(0x46546c67, 2, 28 + text.length + 72, text.length, 0x4e4f534a), text, words(72, 0x004e4942), floats, indices]);
}
const lines = (list, head = "") => list.map((numbers) => head + numbers.join(" ") + "\n").join("");
const ofThree = faces.map((face) => [3, ...face]);
// A tetrahedron in each format that a page and node read.
const tetrahedra = {
  "a.obj": "mtllib a.mtl\nusemtl red\n" + lines(corners, "v ") + lines(faces.map((face) => face.map((i) => i + 1)), "f "),
  "large.obj": "# several reads\n".repeat(200000) + lines(corners, "v ") + "f 1 2 3\nf 4 3 2\n",
  "a.stl": "solid s\n" + faces.map((face) => "facet normal 0 0 0\nouter loop\n" + lines(face.map((i) => corners[i]), "vertex ") +
                                            "endloop\nendfacet\n").join("") + "endsolid s\n",
  "a.ply": "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\n" +
    "property list uchar int vertex_indices\nend_header\n" + lines(corners) + lines(ofThree),
  "a.off": "OFF\n4 4 6\n" + lines(corners) + lines(ofThree),
  "a.dae": `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><up_axis>Z_UP</up_axis>
    </asset><library_geometries><geometry id="g"><mesh><source id="p"><float_array id="f" count="12">${corners.flat().join(" ")}</float_array>
    <technique_common><accessor source="#f" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
    <param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>${faces.flat().join(" ")}</p></triangles></mesh></geometry>
    </library_geometries><library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
    </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`,
  "a.fbx": `; FBX 7.3.0 project file
FBXHeaderExtension:  {
\tFBXVersion: 7300
}
Objects:  {
\tGeometry: 1, "Geometry::g", "Mesh" {
\t\tVertices: *12 {
\t\t\ta: ${corners.flat().join(",")}
\t\t}
\t\tPolygonVertexIndex: *12 {
\t\t\ta: ${faces.map(([a, b, c]) => [a, b, -c - 1]).flat().join(",")}
\t\t}
\t\tGeometryVersion: 124
\t}
\tModel: 2, "Model::m", "Mesh" {
\t\tVersion: 232
\t}
}
Connections:  {
\tC: "OO",2,0
\tC: "OO",1,2
}
`,
  "beside.gltf": gltf({uri: "beside.bin"}),
  "inside.gltf": gltf({uri: "data:application/octet-stream;base64," + Buffer.concat([floats, indices]).toString("base64")}),
  "a.glb": glb(),
};
const scratch = mkdtempSync(join(tmpdir(), "sepax-meshes-"));
after(() => rmSync(scratch, {recursive: true}));
function written(files) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(scratch, name), content);
  return Object.keys(files);
}

test("meshes of each format are read as the native command reads them", () => {
  const names = written(tetrahedra);
  written({"beside.bin": Buffer.concat([floats, indices]), "a.mtl": "newmtl red\nKd 1 0 0\n"});
  for (const name of names) {
    const ours = inNode(["fit", name, "--json"], {cwd: scratch});
    assert.deepEqual(ours, natively(["fit", name, "--json"], {cwd: scratch}), name);
    assert.equal(ours.status, 0, name + ours.errors);
  }
});

const hostile = {
  "empty.obj": "",
  "garbage.obj": "garbage",
  "garbage.stl": "garbage",
  "garbage.glb": Buffer.from([0xff, 0xfe, 0xfd]),
  "cut.glb": glb().subarray(0, 300),
  "index.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9999999\n",
  "huge.ply": "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n" +
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n1234",
  "nested.gltf": '{"asset":{"version":"2.0"},"x":' + "[".repeat(1e6) + "]".repeat(1e6) + "}",
  "file.gltf": gltf({uri: "/dev/zero"}),
  "missing.gltf": gltf({uri: "none.bin"}),
  "unknown.xyz": "1 2 3\n",
  "cut.dae": tetrahedra["a.dae"].slice(0, 500),
  "cut.fbx": tetrahedra["a.fbx"].slice(0, 200),
  "bytes.glb": glb().fill(0xff, 420),
};
test("a hostile mesh is refused in one line, as natively", () => {
  for (const name of written(hostile)) {
    const run = inNode(["fit", name], {cwd: scratch});
    assert.equal(run.status, 2, name + run.output);
    assert.match(run.errors, /^[^\n]+\n$/, name);
    assert.equal(run.errors, natively(["fit", name], {cwd: scratch}).errors, name);
  }
});

/** A program of WebAssembly: `body` is its start, between a call of fd_write (0) and itself (1). */
function programOf(body) {
  const section = (id, ...content) => [id, content.length, ...content];
  const name = (text) => [text.length, ...Buffer.from(text)];
  const code = [0, ...body, 0x0b];
  return new WebAssembly.Module(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, 2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0),
    ...section(2, 1, ...name("wasi_snapshot_preview1"), ...name("fd_write"), 0, 0),
    ...section(3, 1, 1), ...section(5, 1, 0, 1), ...section(7, 2, ...name("memory"), 2, 0, ...name("_start"), 0, 1),
    ...section(10, 1, code.length, ...code),
    ...section(11, 1, 0, 0x41, 0, 0x0b, 8, 0, 0, 0, 0, 0, 0x10, 0, 0)]));  // at 0 a piece of 4096 bytes
}

test("a program that breaks ends alone, by the signal or limit that ends a process", () => {
  const {importPrograms} = runInNewContext(
    readFileSync(join(assets, "../web/import_program.js"), "utf8") + "; ({importPrograms})",
    {Module: {}, WebAssembly, DataView, Uint8Array, TextEncoder});
  const write = [0x41, 1, 0x41, 0, 0x41, 1, 0x41, 16, 0x10, 0, 0x1a];
  const run = (body, limit = 1e6) => importPrograms.run(programOf(body), ["x"], new Uint8Array(), limit);
  assert.equal(run([0x00]), -6, "unreachable");
  assert.equal(run([0x41, 0x7f, 0x28, 2, 0, 0x1a]), -11, "memory that is not there");
  assert.equal(run([0x10, 1]), -11, "calls without end");
  assert.equal(run([0x03, 0x40, ...write, 0x0c, 0, 0x0b]), -1000, "output without end");
  const lacking = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 2, 10, 1, 3, ...Buffer.from("env"), 1, 0x6d, 2, 0, 1]);
  assert.equal(importPrograms.run(new WebAssembly.Module(lacking), ["x"], new Uint8Array(), 1e6), 1, "no instance");
  assert.match(importPrograms.errors.map((bytes) => new TextDecoder().decode(bytes)).join(""), /^[^\n]+\n$/);
  assert.equal(run(write), 0, "the next one is fine");
  assert.equal(importPrograms.output[0].length, 4096);
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

test("a mesh that a case names goes along with it", async () => {
  const {check} = await import(join(empty, "node_modules/sepax/index.mjs"));
  const scene = JSON.parse(readFileSync(join(assets, "cases/rock-above-table.json"), "utf8"));
  const rock = readFileSync(join(assets, "cases/meshes/rock.obj"));
  for (let i = 0; i < 20; ++i) {
    const {pairs, status} = await check(scene, {expect: true, files: {"meshes/rock.obj": rock}});
    assert.deepEqual([pairs[0].verdict, status], ["separated", 0]);
  }
  await assert.rejects(check(scene, {files: {"meshes/rock.obj": "v 0 0 0\nf 1 2 3\n"}}), /vertex index out of range/);
  await assert.rejects(check(scene), /rock\.obj/);
});

test("the example of the package's page runs", () => {
  const page = readFileSync(join(empty, "node_modules/sepax/README.md"), "utf8");
  writeFileSync(join(empty, "example.mjs"), /```js\n([^]*?)```/.exec(page)[1]);
  const run = start(process.execPath, ["example.mjs"], {cwd: empty});
  assert.equal(run.status, 0, run.errors);
  assert.match(run.output, /^overlapping -0\.5\n/);
});
