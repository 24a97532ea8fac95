// The commands of Sepax as functions: each call runs the command in a fresh instance, which has the file that it is given
// and reads of the computer's files those of this package alone.
import {readFileSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {createRequire} from "node:module";
import {dirname} from "node:path/posix";
import {fileURLToPath} from "node:url";

const require = createRequire(import.meta.url);
const share = fileURLToPath(new URL("share", import.meta.url));
let compiled;
let importer;  // compiled when the first mesh comes

/** Runs a command; answers {status, output, errors}, as a shell would see them. `files`: text or bytes by name. */
export async function run(words, files = {}) {
  const create = require("./dist/sepax-module.js");
  compiled ??= readFile(new URL("dist/sepax.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
  const program = await compiled;
  const output = [];
  const errors = [];
  const module = await create({
    noInitialRun: true,
    sepaxPrograms: {start: () => 0},  // a call starts none
    print: (line) => output.push(line),
    printErr: (line) => errors.push(line),
    quit: (status, end) => {
      throw end;
    },
    importProgram: () => (importer ??= new WebAssembly.Module(readFileSync(new URL("dist/sepax-import.wasm", import.meta.url)))),
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(program, imports).then(done);
      return {};
    },
  });
  module.FS.mkdirTree(share);
  module.FS.mount(module.FS.filesystems.NODEFS, {root: share}, share);
  for (const [name, content] of Object.entries(files)) {
    module.FS.mkdirTree(dirname("/" + name));
    module.FS.writeFile(name, content);
  }
  const status = module.callMain(words);
  return {status, output: output.join("\n"), errors: errors.join("\n")};
}

/** The JSON that a command prints; an Error with its message where it has none. */
async function answer(words, files) {
  const {status, output, errors} = await run(words, files);
  if (output.startsWith("{")) return {status, ...JSON.parse(output)};
  throw new Error(errors.replace(/^sepax: /, "") || `sepax ends with status ${status}`);
}

const asText = (scene) => (typeof scene === "string" ? scene : JSON.stringify(scene));

/** `sepax check --json`: verdict, distance, contacts and axes of each pair of a case. `files`: the meshes that it names, as in `run`. */
export const check = (scene, {expect = false, algorithm, axes = true, files = {}} = {}) =>
  answer(
    ["check", "case.json", "--json", ...(expect ? ["--expect"] : []), ...(algorithm ? ["--algorithm", algorithm] : []),
      ...(axes ? [] : ["--no-axes"])],
    {...files, "case.json": asText(scene)});

/** `sepax paste --json`: a case of a posted text. `assume`: {quaternion: "wxyz", …} where the text leaves that open. */
export const paste = (text, {assume = {}} = {}) =>
  answer(
    ["paste", "posted.txt", "--json", ...Object.entries(assume).flatMap(([key, value]) => ["--assume", `${key}=${value}`])],
    {"posted.txt": text});

/** `sepax jury --json`: what the algorithms of Sepax answer about each pair of a case, and which differ. */
export const jury = (scene, {jurors, files = {}} = {}) =>
  answer(["jury", "case.json", "--json", ...(jurors ? ["--jurors", jurors.join(",")] : [])], {...files, "case.json": asText(scene)});
