// Sepax from JavaScript: the reference's answers about two shapes, and a check of a function of your own against them.
//
// Node 18, no packages; `sepax` has to be installed, or $SEPAX names it. Metres, radians; right-handed.
//
//   import {body, box, sphere, check, assertAgrees} from "./sepax.mjs";
//   const a = body(box([1, 1, 1])), b = body(sphere(0.5), [1.2, 0, 0], [0, 0, 0, 1]);
//   const answer = await check(a, b);            // {verdict: "overlapping", separation: -0.3, normal: [1, 0, 0], …}
//   await assertAgrees(myFunction, [[a, b], …]);
//
// A position is three numbers, in 2d two; a rotation the quaternion [x, y, z, w], in 2d an angle. The separation is positive apart and minus
// the depth where shapes overlap; the normal is unit, from A to B. A pair is 2d where a shape or a pose of it is; two capsules at the origin
// are 3d without a space of "2d".
import {spawn} from "node:child_process";
import {createInterface} from "node:readline";

export const box = (half_extents) => ({type: "box", half_extents: [...half_extents]});
export const sphere = (radius) => ({type: "sphere", radius});
export const circle = (radius) => ({type: "circle", radius});
export const capsule = (radius, half_length) => ({type: "capsule", radius, half_length});
export const cylinder = (radius, half_length) => ({type: "cylinder", radius, half_length});
export const cone = (radius, half_length) => ({type: "cone", radius, half_length});
export const hull = (vertices) => ({type: "hull", vertices});
export const polygon = (vertices) => ({type: "polygon", vertices});

/** A shape and its pose, as a case file has them. In 2d the rotation is an angle. */
export function body(shape, position, rotation) {
  const out = {shape};
  if (position !== undefined) out.position = [...position];
  if (typeof rotation === "number") out.angle = rotation;
  else if (rotation !== undefined) out.rotation = [...rotation];
  return out;
}

/** A running `sepax serve`. Close it: Node does not end before. */
export class Reference {
  constructor({algorithm = "sat", answers = [], program = process.env.SEPAX ?? "sepax"} = {}) {
    const options = ["serve", "--algorithm", algorithm];
    if (answers.length > 0) options.push("--answers", answers.join(","));
    this.child = spawn(program, options, {stdio: ["pipe", "pipe", "inherit"]});
    this.waiting = [];
    this.asked = 0;
    let greeted = false;
    const end = (error) => {
      this.ended = error;
      for (const each of this.waiting.splice(0)) each.reject(error);
    };
    this.child.on("error", (error) =>
      end(new Error(`sepax does not start: ${error.message}; install sepax, or set SEPAX to the program`)));
    this.child.stdin.on("error", () => {});
    this.child.on("close", () => end(new Error("sepax serve has ended")));
    createInterface({input: this.child.stdout}).on("line", (line) => {
      if (!greeted) {
        greeted = true;
        return;
      }
      const {id, error, ...answer} = JSON.parse(line);
      const {number, pair, resolve, reject} = this.waiting.shift();
      if (error !== undefined) reject(new Error(pair === undefined ? error : `pair ${pair}: ${error}`));
      else if (id !== number) reject(new Error("sepax serve answers another question"));
      else resolve(answer);
    });
  }

  /** An error names the pair, if it has a number. */
  ask(request, pair) {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(this.ended);
      const number = this.asked++;
      this.waiting.push({number, pair, resolve, reject});
      this.child.stdin.write(JSON.stringify({id: number, ...plain(request)}) + "\n");  // what is not finite becomes null
    });
  }

  /** The answer about two bodies. Rejects where the reference has none. */
  check(a, b, space) {
    return this.ask({space: space ?? spaceOf(a, b), a, b});
  }

  /**
   * How an answer about two bodies differs from the reference by more than a tolerance in metres: a list of {what, by in metres, tie where
   * another answer is as right, text}.
   */
  async differences(a, b, answer, tolerance = 1e-6, space = undefined, pair = undefined) {
    return (await this.ask({space: space ?? spaceOf(a, b), a, b, answer, tolerance}, pair)).differences;
  }

  /** The answers about many pairs, in their order: asked at once, which is faster. */
  checkAll(pairs, space) {
    return Promise.all([...pairs].map(([a, b], pair) => this.ask({space: space ?? spaceOf(a, b), a, b}, pair)));
  }

  close() {
    this.child.stdin.end();
  }
}

const kPlanar = new Set(["circle", "polygon", "chain", "ellipse", "half_plane"]);

/** 2d where a shape or a pose says so. */
function spaceOf(...bodies) {
  const isFlat = ({shape, position = [], angle}) => kPlanar.has(shape.type) || angle !== undefined ||
      position.length === 2 || shape.half_extents?.length === 2;
  return bodies.some(isFlat) ? "2d" : "3d";
}

/** Asks a reference of its own, which is closed again. */
async function asked(ask) {
  const reference = new Reference();
  try {
    return await ask(reference);
  } finally {
    reference.close();
  }
}

export const check = (a, b, space) => asked((reference) => reference.check(a, b, space));
export const checkAll = (pairs, space) => asked((reference) => reference.checkAll(pairs, space));

/**
 * What a function answers otherwise than the reference: a list of {pair, text, by}, in metres. The function takes two bodies and returns
 * whether they overlap, or the separation, or an object with verdict or overlapping, separation, distance, normal, closest_points and
 * contacts, each of which may be missing, but not all, or a promise of that. They are compared as `sepax jury` does, by a tolerance in
 * metres. Anything else is a TypeError that names the pair, and so does the error where the function throws.
 */
export async function differences(f, pairs, {tolerance = 1e-6, space} = {}) {
  pairs = [...pairs];
  const answers = [];
  // It may change its bodies; the reference gets them as they were.
  for (const [pair, [a, b]] of pairs.entries()) {
    let given;
    try {
      given = await f(structuredClone(a), structuredClone(b));
    } catch (error) {
      throw new Error(`pair ${pair}: the function throws ${error}`, {cause: error});
    }
    answers.push(asObject(given, pair));
  }
  const found = await asked((reference) =>
    Promise.all(pairs.map(([a, b], pair) => reference.differences(a, b, answers[pair], tolerance, space, pair))));
  return found.flatMap((list, pair) =>
    list.filter(({tie}) => !tie).map(({text, by}) => ({pair, text, by: by ?? Infinity})));
}

/**
 * Throws where a function answers otherwise than the reference: with the count, the worst and its pair. No pairs at all are an error: they
 * would show nothing.
 */
export async function assertAgrees(f, pairs, options = {}) {
  pairs = [...pairs];
  if (pairs.length === 0) throw new RangeError("expected at least one pair");
  const found = await differences(f, pairs, options);
  if (found.length === 0) return;
  const worst = found.reduce((x, y) => (y.by > x.by ? y : x));
  const [a, b] = pairs[worst.pair].map((each) => JSON.stringify(plain(each)));
  const wrong = new Set(found.map(({pair}) => pair)).size;
  throw new Error(`${wrong} of ${pairs.length} pairs differ from the reference; pair ${worst.pair} by ${worst.by} m: ` +
                  `${worst.text}\nA: ${a}\nB: ${b}`);
}

const kCompared = ["verdict", "overlapping", "separation", "distance", "normal", "closest_points", "contacts"];
const kBeside = ["time_ns"];  // an answer may have it beside those
const kVerdicts = ["separated", "touching", "overlapping"];

/** Lists for typed arrays, in objects and lists too. */
function plain(value) {
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function asObject(given, pair) {
  if (typeof given === "boolean") return {verdict: kVerdicts[given ? 2 : 0]};
  if (typeof given === "number") return {separation: given};
  const refuse = (wanted, found) => {
    throw new TypeError(`pair ${pair}: expected ${wanted}, found ${JSON.stringify(found)}`);
  };
  if (given === null || typeof given !== "object") refuse("a boolean, a separation or an object", given);
  const isUnknown = (key) => !kCompared.includes(key) && !kBeside.includes(key);
  const isMissing = (key) => given[key] == null || (Array.isArray(given[key]) && given[key].length === 0);
  if (Object.keys(given).some(isUnknown) || kCompared.every(isMissing))
    refuse(`an object of ${kCompared.join(", ")}`, given);
  const has = ([, value]) => value != null;
  const {overlapping, ...out} = plain(Object.fromEntries(Object.entries(given).filter(has)));
  if (overlapping !== undefined) {
    if (out.verdict !== undefined && (out.verdict !== "separated") !== Boolean(overlapping)) refuse("one verdict", given);
    out.verdict ??= kVerdicts[overlapping ? 2 : 0];
  }
  if (out.verdict !== undefined && !kVerdicts.includes(out.verdict)) refuse(`one of ${kVerdicts.join(", ")}`, out.verdict);
  return out;
}
