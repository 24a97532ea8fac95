// A recorder for Sepax: writes what an engine's bodies do, and what the engine says of them, as lines that Sepax plays and checks. Node,
// no packages. Metres, seconds, radians; right-handed. README.md beside it has the format in words.
//
//   const {Recorder, box} = require('./sepax_record.js');
//   const log = new Recorder('run.sepaxlog', {name: 'a falling box', engine: 'My engine 1.0', replace: true});
//   log.add('ground', box([5, 0.5, 5]), [0, -0.5, 0]);
//   log.add('B', box([1, 1, 1]), [0, 3, 0]);
//   for (let step = 0; step < 100; ++step) {
//     log.frame(step / 60);
//     log.pose('B', [0, 3 - step / 60, 0], [0, 0, 0, 1]);
//   }
//   log.close();
//
// Points and directions are three numbers, in 2d two. A rotation is the quaternion [x, y, z, w] of length 1, in 2d an angle,
// counter-clockwise. Typed arrays will do. A file that cannot be written or a lost connection is told by ok and error; everything after it
// is left out, and nothing is thrown. Mistakes of the program are thrown at once: a part that no claim has, a body that was never added.
'use strict';

const fs = require('fs');
const net = require('net');

const box = (half_extents) => ({type: 'box', half_extents});
const sphere = (radius) => ({type: 'sphere', radius});
const circle = (radius) => ({type: 'circle', radius});  // 2d
// Along y, in 2d along x. The half length is that of the core segment, without the caps; 0 makes a ball.
const capsule = (radius, half_length) => ({type: 'capsule', radius, half_length});
// Along y; from the middle to the discs at the ends.
const cylinder = (radius, half_length) => ({type: 'cylinder', radius, half_length});
// Along y: the apex at +half_length, the base at -half_length.
const cone = (radius, half_length) => ({type: 'cone', radius, half_length});
// The convex hull of points; of points in one plane a flat sheet.
const hull = (vertices) => ({type: 'hull', vertices});
// 2d: the corners in order around it, either way; it may be concave.
const polygon = (vertices) => ({type: 'polygon', vertices});
// Everything below the plane (in 2d the line) through the body's origin; its y axis points out.
const half_space = () => ({type: 'half_space'});

const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const isObject = (value) => typeof value === 'object' && value !== null;

// A copy with lists in place of typed arrays: what is given may change before the line is written.
function plain(value) {
  if (isList(value)) return Array.from(value, plain);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)])) : value;
}

const VERDICTS = ['overlapping', 'touching', 'separated'];
const PARTS = ['verdict', 'separation', 'distance', 'normal', 'closest_points', 'contacts'];

function refuseMisspelt(what, given, known) {
  const strange = Object.keys(given).find((key) => !known.includes(key));
  if (strange !== undefined) throw new TypeError(`${what} has no part "${strange}", but ${known.join(', ')}`);
}

const finite = (value) => (isObject(value) ? Object.values(value).every(finite) : typeof value !== 'number' || Number.isFinite(value));

// As JSON.stringify has it, but -0 keeps its sign.
function json(value) {
  if (Array.isArray(value)) return `[${value.map(json)}]`;
  if (!isObject(value)) return Object.is(value, -0) ? '-0.0' : JSON.stringify(value);
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${given.map(([key, part]) => `${JSON.stringify(key)}:${json(part)}`)}}`;
}

const joined = (position, rotation) => [...position, ...(isList(rotation) ? rotation : [rotation])];

// A connection to a port of this computer. The engine must come back to the event loop for its lines to be sent. It breaks with 64 MB on
// their way, or when nothing can be sent for two seconds after its end.
class Port {
  constructor(port, failed) {
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.setNoDelay();
    this.socket.on('error', failed);
    this.socket.resume();
  }
  write(text) {
    if (this.socket.writableLength > 64e6) this.socket.destroy(new Error('the reader is too slow'));
    this.socket.write(text);
  }
  close() {
    this.socket.setTimeout(2000, () => this.socket.destroy(new Error('the reader is too slow')));
    this.socket.end();
  }
}

class File {
  constructor(name, replace) {
    const there = fs.statSync(name, {throwIfNoEntry: false});
    if (!replace && there && there.isFile() && there.size > 0) throw new Error('File exists');
    this.file = fs.openSync(name, 'w');
  }
  write(text) {
    fs.writeFileSync(this.file, text);
  }
  close() {
    fs.closeSync(this.file);
  }
}

// Writes the recording, a line when the next frame begins. Each line is handed to the system at once: a crash costs one frame.
class Recorder {
  // target: a file's name, the number of a port of this computer, or anything with write(text), which stays open. The header: space '3d'
  // or '2d', name, engine, precision 'float' or 'double' (what the engine computes with), tolerance (metres, by how much a claim may be
  // off), notes. A file that holds something is not written to (ok is false then), but with replace it is written anew.
  constructor(target, {space = '3d', name, engine, precision, tolerance, notes, replace = false} = {}) {
    this.error = '';  // empty when all is well
    const header = {space, name, engine, precision, tolerance, notes};
    const kept = Object.entries(header).filter(([, value]) => value !== '' && value !== null && finite(value));
    this._header = {sepax_log: 1, ...Object.fromEntries(kept)};
    this._planar = space === '2d';
    this._inHeader = true;
    this._posesOf = new Map();  // of the bodies that are there
    this._leftOut = new Set();  // bodies, by numbers that are not finite
    this._time = undefined;
    this._clear();
    this._owned = typeof target !== 'object';
    this._where = typeof target === 'number' ? `port ${target}` : this._owned ? target : 'the stream';
    this._try(() => {
      if (typeof target === 'number') this._out = new Port(target, (error) => this._fail(error));
      else this._out = this._owned ? new File(target, replace) : target;
    });
  }

  // To a Sepax that listens on this computer, `sepax attach --port 7470`.
  static toPort(port, header) {
    return new Recorder(port, header);
  }

  get ok() {
    return this.error === '';
  }

  // Begins a frame at t seconds, no earlier than the one before.
  frame(t) {
    this._endLine();
    this._time = Number.isFinite(t) ? t : undefined;
    if (!Number.isFinite(t)) this._note('time left out: not finite');
  }

  // Before anything else these are the bodies of the recording's start, later they appear in this frame.
  add(id, shape, position, rotation = this._planar ? 0 : [0, 0, 0, 1], {locked = false} = {}) {
    if (this._posesOf.has(id)) return this._note(`body ${id} left out: there is one already`);
    const body = plain({id, shape, position, [this._planar ? 'angle' : 'rotation']: rotation});
    const lost = Object.keys(body).filter((key) => !finite(body[key]));
    if (lost.length > 0) {
      this._leftOut.add(id);
      return this._note(`body ${id} left out: ${lost.join(', ')} not finite`);
    }
    if (locked) body.locked = true;
    this._added.push(body);
    this._posesOf.set(id, joined(position, rotation));
  }

  // What this frame has had before, it had with the body: the removal is a line of its own at the same time.
  remove(id) {
    this._endHeader();
    if (!this._known(id)) return;
    if (this._added.length + this._poses.size + this._claims.length > 0) this._endLine();
    this._removed.push(id);
    this._posesOf.delete(id);
  }

  // Where a body is in this frame. Left out when it has not moved.
  pose(id, position, rotation) {
    this._endHeader();
    if (!this._known(id)) return;
    const pose = joined(position, rotation);
    if (!finite(pose)) return this._note(`pose of ${id} left out: not finite`);
    if (pose.every((number, i) => number === this._posesOf.get(id)[i])) return;
    this._poses.set(id, pose);
    this._posesOf.set(id, pose);
  }

  // What the engine says of two bodies where they are in this frame: verdict, separation, distance, normal (unit, from a to b),
  // closest_points {a, b}, contacts [{position, separation}]; leave out what it does not say.
  claim(a, b, answers = {}) {
    refuseMisspelt('a claim', answers, PARTS);
    refuseMisspelt('closest_points', answers.closest_points ?? {}, ['a', 'b']);
    for (const contact of answers.contacts ?? []) refuseMisspelt('a contact', contact, ['position', 'separation']);
    if (!VERDICTS.includes(answers.verdict ?? VERDICTS[0]))
      throw new RangeError(`there is no verdict "${answers.verdict}", but ${VERDICTS.join(', ')}`);
    this._endHeader();
    if (!this._known(a) || !this._known(b)) return;
    const lost = Object.keys(answers).filter((key) => !finite(answers[key]));
    if (lost.length > 0) this._note(`claim of ${a} and ${b} without ${lost.join(', ')}: not finite`);
    const kept = Object.entries(answers).filter(([key]) => !lost.includes(key));
    this._claims.push(plain({pair: [a, b], ...Object.fromEntries(kept)}));
  }

  // A text to find this frame by.
  mark(text) {
    this._endHeader();
    this._note(text);
  }

  // Ends the frame.
  flush() {
    this._endLine();
    this._time = undefined;
  }

  // Ends the recording, which nothing else does; a stream that was given stays open.
  close() {
    this.flush();
    if (this._owned && this._out) this._try(() => this._out.close());
    this._out = undefined;
  }

  _clear() {
    [this._removed, this._added, this._poses, this._claims, this._marks] = [[], [], new Map(), [], []];
  }

  _known(id) {
    if (this._posesOf.has(id)) return true;
    if (!this._leftOut.has(id)) throw new RangeError(`there is no body "${id}"`);
    this._note(`there is no body ${id}`);
    return false;
  }

  _note(text) {
    this._marks.push(text);
  }

  _endHeader() {
    if (!this._inHeader) return;
    this._inHeader = false;
    this._write({...this._header, bodies: this._added});
    this._added = [];
  }

  _endLine() {
    this._endHeader();
    const some = (list) => (list.length > 0 ? list : undefined);
    const line = {
      t: this._time,
      remove: some(this._removed),
      add: some(this._added),
      poses: this._poses.size > 0 ? Object.fromEntries(this._poses) : undefined,
      claims: some(this._claims),
      mark: some(this._marks) && this._marks.join('; '),
    };
    if (Object.values(line).some((part) => part !== undefined)) this._write(line);
    this._clear();
  }

  _write(line) {
    if (this.ok && this._out) this._try(() => this._out.write(json(line) + '\n'));
  }

  _try(action) {
    try {
      action();
    } catch (error) {
      this._fail(error);
    }
  }

  _fail(error) {
    if (this.ok) this.error = `cannot write to ${this._where}: ${error.message}`;
  }
}

module.exports = {Recorder, box, sphere, circle, capsule, cylinder, cone, hull, polygon, half_space};
