// How many match attempts a backtracking engine can have open after any text. If that number is bounded, a search
// visits
// each character a bounded number of times, so its time is linear. We find the bound by following every possible set
// of attempts.
import type { CharSet } from 'refa';
import { Program, type Step } from './program.ts';

/** Attempts that may be open after a character. */
const maxAttempts = 200;
/** Sets of attempts to follow before giving up; most patterns have fewer than a hundred. */
const maxSets = 20_000;

export type Measured =
  | { readonly linear: true; readonly attempts: number }
  | { readonly linear: false; readonly reason: string };

export function measureAttempts(source: string, flags: string): Measured {
  try {
    const program = new Program(source, flags);
    const searched = followAttempts(program);
    if (searched.linear || program.sticky || program.longest > maxAttempts) return searched;
    // An attempt that reads a bounded number of characters: at most as many can be open as begin within that number.
    const single = followAttempts(new Program(source, `${flags}y`));
    const attempts = single.linear ? single.attempts * program.longest : Infinity;
    return attempts <= maxAttempts ? { linear: true, attempts } : searched;
  } catch (error) {
    return { linear: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The place where an attempt continues after a character. That character decides the lookbehinds there. */
type Place = {
  readonly step: Step;
  readonly before: bigint;
  readonly edges: Edge[];
  /** Whether the match can end here, regardless of the following text. */
  ends: boolean;
  assumes: boolean;
};
type Edge = { readonly to: number; readonly chars: bigint };
/**
 * A transition to the next place: the characters that may follow, the loops that it began, and whether it looked
 * ahead.
 */
type Way = {
  readonly place: Place;
  readonly chars: bigint;
  readonly started: readonly number[];
  readonly looked: boolean;
};

const isSet = (bits: bigint, at: number): boolean => ((bits >> BigInt(at)) & 1n) === 1n;

/** One sample for each class of characters that the sets do not distinguish. */
function listSamples(sets: readonly CharSet[]): number[] {
  const distinct = [...new Map(sets.map((set) => [set.toRangesString(), set])).values()];
  const bounds = distinct.flatMap(({ ranges }) => ranges.flatMap(({ min, max }) => [min, max + 1]));
  const highest = sets[0]?.maximum ?? 0;
  const samples = new Map<string, number>();
  for (const char of new Set([0, ...bounds].filter((bound) => bound <= highest))) {
    const key = distinct.map((set) => Number(set.has(char))).join('');
    if (!samples.has(key)) samples.set(key, char);
  }
  return [...samples.values()];
}

/** The places of a program and their transitions. A set of characters is a number with a bit for each sample. */
class Places {
  readonly samples: readonly number[];
  readonly all: Place[] = [];
  /** Where an attempt begins: at the beginning of the text, or after a character of some kind. */
  readonly begins: readonly number[];
  readonly #bits = new Map<CharSet, bigint>();
  /** Classes of characters that no lookbehind distinguishes. */
  readonly #kinds: readonly bigint[];
  readonly #indexes = new Map<bigint, Map<Step, number>>();

  constructor({ start, sets, behind }: Program) {
    this.samples = listSamples([...sets]);
    for (const set of sets)
      this.#bits.set(
        set,
        this.#sum((char) => set.has(char)),
      );
    const keyOf = (char: number) => [...behind].map((set) => Number(set.has(char))).join('');
    const keys = new Set(this.samples.map(keyOf));
    this.#kinds = [...keys].map((key) => this.#sum((char) => keyOf(char) === key));
    this.begins = [0n, ...this.#kinds].map((before) => this.#indexOf(start, before));
    for (const place of this.all) this.#walk(place.step, { place, chars: -1n, started: [], looked: false });
  }

  #sum = (isIn: (char: number) => boolean): bigint =>
    this.samples.reduce((sum, char, at) => (isIn(char) ? sum | (1n << BigInt(at)) : sum), 0n);

  #bitsOf = (set: CharSet): bigint => this.#bits.get(set) ?? 0n;

  #indexOf(step: Step, before: bigint): number {
    const known = this.#indexes.get(before) ?? new Map<Step, number>();
    this.#indexes.set(before, known);
    const index = known.get(step) ?? this.all.push({ step, before, edges: [], ends: false, assumes: false }) - 1;
    known.set(step, index);
    return index;
  }

  #walk(step: Step, way: Way): void {
    const { place, chars, started } = way;
    switch (step.kind) {
      case 'read':
        for (const kind of this.#kinds) {
          const read = chars & this.#bitsOf(step.chars) & kind;
          if (read !== 0n) place.edges.push({ to: this.#indexOf(step.next, kind), chars: read });
        }
        break;
      case 'fork':
        for (const to of step.to) this.#walk(to, way);
        break;
      case 'look': {
        const bits = this.#bitsOf(step.chars);
        if (!step.behind) this.#walk(step.next, { ...way, looked: true, chars: chars & bits });
        else if (place.before === 0n ? step.edge : (place.before & bits) !== 0n) this.#walk(step.next, way);
        break;
      }
      case 'assume':
        place.assumes = true;
        this.#walk(step.next, { ...way, looked: true });
        break;
      case 'enter':
        this.#walk(step.next, { ...way, started: started.filter((loop) => loop !== step.loop) });
        break;
      case 'iterate':
        this.#walk(step.next, { ...way, started: [...started, step.loop] });
        break;
      case 'again':
        if (!started.includes(step.loop)) this.#walk(step.next, way);
        break;
      case 'matched':
        if (!way.looked) place.ends = true;
    }
  }
}

/**
 * Places where a match is certain. Each can end here, and any longer attempt reaches another such place or fails
 * within a
 * bounded number of characters. The engine ends there, and a global search continues from there.
 */
function listCertain(places: readonly Place[]): boolean[] {
  const bounded = places.map(({ ends }) => ends);
  spread(places, (at, next) => {
    if (bounded[at] === true || !next.every((to) => bounded[to])) return false;
    bounded[at] = true;
    return true;
  });
  const safe = places.map(({ assumes }, at) => !assumes && bounded[at] === true);
  spread(places, (at, next) => {
    if (safe[at] !== true || next.every((to) => safe[to])) return false;
    safe[at] = false;
    return true;
  });
  return places.map(({ ends }, at) => ends && safe[at] === true);
}

/** Repeats over all places until nothing changes. */
function spread(places: readonly Place[], isChanged: (at: number, next: readonly number[]) => boolean): void {
  const next = places.map(({ edges }) => edges.map(({ to }) => to));
  while (next.map((to, at) => isChanged(at, to)).includes(true));
}

/** How many attempts are at each place. */
type Open = ReadonlyMap<number, number>;

function followAttempts(program: Program): Measured {
  const { all, begins, samples } = new Places(program);
  const certain = listCertain(all);
  const targets = samples.map((_char, at) =>
    all.map(({ edges }) =>
      edges.filter(({ to, chars }) => certain[to] !== true && isSet(chars, at)).map(({ to }) => to),
    ),
  );
  const read = (open: Open, at: number): Open => {
    const next = new Map<number, number>();
    for (const [place, count] of open)
      for (const to of targets[at]?.[place] ?? []) next.set(to, (next.get(to) ?? 0) + count);
    return next;
  };
  const queue = begins
    .filter((at) => certain[at] !== true)
    .map((at) => ({ open: new Map([[at, 1]]) as Open, text: '' }));
  const seen = new Set<string>();
  let attempts = 1;
  for (const { open, text } of queue)
    for (const [at, char] of samples.entries()) {
      const next = read(open, at);
      const key = [...next].toSorted(([a], [b]) => a - b).join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ open: next, text: text + String.fromCodePoint(char) });
      attempts = Math.max(
        attempts,
        [...next.values()].reduce((sum, count) => sum + count, 0),
      );
      if (attempts > maxAttempts)
        return { linear: false, reason: `${attempts} attempts are open after ${shown(queue.at(-1)?.text)}` };
      if (seen.size > maxSets) return { linear: false, reason: `there are more than ${maxSets} sets of attempts` };
    }
  return { linear: true, attempts };
}

/** The beginning and the end of a long text. */
const shown = (text = ''): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 40)} … ${text.slice(-40)}` : text);
