/** A case: its text, or what JSON.parse makes of it. `sepax help case` explains the format. */
export type Case = string | object;

export interface Run {
  /** 0 fine, 1 an expectation failed or answers differ, 2 unusable input. */
  status: number;
  output: string;
  errors: string;
}

export interface Pair {
  a: string;
  b: string;
  algorithm: string;
  verdict: "overlapping" | "separated" | "touching";
  /** Metres; below 0: how deep. */
  separation?: number;
  distance?: number;
  /** From a to b. */
  normal?: number[];
  closest_points?: {a: number[]; b: number[]};
  contacts?: {position: number[]; separation: number; feature?: string; id?: number}[];
  axes?: {name: string; kind: string; state: string; direction?: number[]; separation?: number}[];
  [key: string]: unknown;
}

/** The answer that `sepax check --json` prints; assets/answers.schema.json has every key. */
export interface Checked {
  status: 0 | 1;
  pairs: Pair[];
  queries: object[];
  /** Expectations that were not met. */
  failures: unknown[];
  warnings: unknown[];
  [key: string]: unknown;
}

export interface Pasted {
  status: 0 | 1;
  /** Whether the text holds a pair, and whether no number of it is left that may belong to it. */
  pair: boolean;
  certain: boolean;
  case: object;
  taken: string[];
  assumptions: unknown[];
  verdicts: string[];
  /** Results that the text states, beside those of the reference. */
  claims: string[];
  [key: string]: unknown;
}

export interface Judged {
  status: 0 | 1;
  pairs: {a: string; b: string; reference: object; jurors: {name: string; status: string; answer: object; differs: unknown[]}[]}[];
  queries: object[];
  [key: string]: unknown;
}

/** Texts or bytes by their paths: meshes that a case names. */
export type Files = Record<string, string | Uint8Array>;

export function run(words: string[], files?: Files): Promise<Run>;
export function check(scene: Case, options?: {expect?: boolean; algorithm?: string; axes?: boolean; files?: Files}): Promise<Checked>;
export function paste(text: string, options?: {assume?: Record<string, string>}): Promise<Pasted>;
export function jury(scene: Case, options?: {jurors?: string[]; files?: Files}): Promise<Judged>;
