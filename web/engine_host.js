// Stands in for node in a worker of a browser, as far as jurors/npm uses it: standard input and output are messages, a line each. The page
// answers each line that it has taken by null: what it has not taken yet would fill the memory.
const kMaxUntaken = 64;
let untaken = 0, drained = null, listener = null;
const early = [];

export const process = {
  stdout: {
    write(text) {
      self.postMessage(text.replace(/\n$/, ''));
      return ++untaken < kMaxUntaken;
    },
  },
  stdin: null,
  hrtime: { bigint: () => BigInt(Math.round(self.performance.now() * 1e6)) },
};

export const performance = self.performance;  // of node's perf_hooks

export const once = () => (untaken < kMaxUntaken ? Promise.resolve() : new Promise((done) => { drained = done; }));

export const createInterface = () => ({
  on(_, answer) {
    listener = answer;
    early.splice(0).forEach(answer);
  },
});

// A promise that fails is an error, as in node.
self.addEventListener('unhandledrejection', ({reason}) => setTimeout(() => { throw reason; }));

self.onmessage = ({data}) => {
  if (data !== null) {
    for (const line of data.split('\n').filter(Boolean)) listener ? listener(line) : early.push(line);
  } else if (--untaken < kMaxUntaken && drained) {
    drained();
    drained = null;
  }
};
