// Takes a mesh apart by V-HACD (npm's vhacd-js, found from the current folder): node vhacd.mjs IN.obj OUT.obj PIECES.
// Prints the processor time in seconds.
import { readFileSync, writeFileSync } from "node:fs";

import { pathToFileURL } from "node:url";

const [input, output, pieces] = process.argv.slice(2);
const found = process.cwd() + "/node_modules/vhacd-js/lib/vhacd.js";
const { ConvexMeshDecomposition } = await import(pathToFileURL(found).href);
const positions = [], indices = [];
for (const line of readFileSync(input, "utf8").split("\n")) {
  const words = line.split(" ");
  if (words[0] === "v") positions.push(...words.slice(1, 4).map(Number));
  if (words[0] === "f") indices.push(...words.slice(1, 4).map((word) => Number(word) - 1));
}
const tool = await ConvexMeshDecomposition.create();
const start = process.cpuUsage();
const hulls = tool.computeConvexHulls(
  { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) },
  { maxHulls: Number(pieces), maxVerticesPerHull: 64 });
const used = process.cpuUsage(start);
let text = "";
for (const hull of hulls) {
  text += "o piece\n";
  for (let i = 0; i < hull.positions.length; i += 3) text += `v ${hull.positions.slice(i, i + 3).join(" ")}\n`;
}
writeFileSync(output, text);
console.log((used.user + used.system) / 1e6);
