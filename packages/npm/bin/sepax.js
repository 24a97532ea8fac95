#!/usr/bin/env node
// Emscripten 3 takes a node that has fetch for a page, and would fetch the program.
delete globalThis.fetch;
require("../dist/sepax.js");
