import type { Answer } from '#test/harness';
import type { WalkCaller } from './walk-callers.ts';
import { expectedOf, type Pair, type Question, type Walk } from './walk-pairs.ts';

/** Of a place that nobody who does not belong there may be told anything of. */
type Secret = Pick<Walk, 'foreign'> & { readonly canary: string };

/** At once: enough that the database is never waited for, few enough for its connections. */
const lanes = 12;

/** Everybody's question in turn, each answer held against what it must be. */
export class WalkRun {
  readonly #canary: string;
  readonly #secretIds: readonly string[];
  /** What is said about nothing is the same for every id that is compared with it, and asked for once. */
  readonly #nothing = new Map<string, Promise<Answer>>();
  /** Changes whose body was refused before anything was looked for: there the question says little. */
  readonly unread = new Set<string>();
  requests = 0;

  constructor({ foreign, canary }: Secret) {
    this.#canary = canary.toLowerCase();
    this.#secretIds = [...new Set(Object.values(foreign.ids).flatMap((ids) => Object.values(ids)))];
  }

  /** What was wrong, each once. */
  async walk(pairs: readonly Pair[]): Promise<string[]> {
    const leaks = new Set<string>();
    const rest = pairs.values();
    const goOn = async (): Promise<void> => {
      for (const pair of rest) {
        const leak = await this.#findLeak(pair);
        if (leak !== undefined) leaks.add(leak);
      }
    };
    await Promise.all(Array.from({ length: lanes }, goOn));
    this.#nothing.clear();
    return [...leaks].toSorted();
  }

  /** What is wrong with the answers to a question; undefined when nothing is. */
  async #findLeak(pair: Pair): Promise<string | undefined> {
    const { route, caller, question, asked, variant } = pair;
    const answer = await this.#ask(caller, route.method, question);
    const expected = expectedOf(pair);
    const said = `${caller.name}: ${route.operation} (${variant}) answered ${answer.status}`;
    if (answer.status >= 500) return said;
    if (caller.surface !== 'staff' && this.#isTold(answer.text, asked))
      return `${said} and told of another institution`;
    if (expected === 'refusal' && ![401, 403, 404].includes(answer.status)) return `${said} instead of refusing`;
    if (expected !== 'as unknown') return undefined;
    const nothing = await this.#askNothing(pair);
    if (nothing === undefined) return undefined;
    if (nothing.status === 400) this.unread.add(route.operation ?? '');
    return normalize(answer, asked) === normalize(nothing, asked)
      ? undefined
      : `${said}, and ${nothing.status} about nothing`;
  }

  #askNothing({ route: { method }, caller, unknown }: Pair): Promise<Answer> | undefined {
    if (unknown === undefined) return undefined;
    const key = `${caller.name} ${method} ${unknown.path} ${JSON.stringify(unknown.body)}`;
    const known = this.#nothing.get(key);
    if (known !== undefined) return known;
    const asked = this.#ask(caller, method, unknown);
    this.#nothing.set(key, asked);
    return asked;
  }

  /** On a busy machine a statement may take too long, which is said by a 503 and tells nothing: asked again, twice. */
  async #ask(caller: WalkCaller, method: string, { path, body }: Question): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      this.requests += 1;
      const answer = await caller.ask(method, path, body);
      if (answer.status !== 503 || tries === 3) return answer;
    }
  }

  #isTold(text: string, asked: readonly string[]): boolean {
    if (text.toLowerCase().includes(this.#canary)) return true;
    return this.#secretIds.some((id) => text.includes(id) && !asked.includes(id));
  }
}

/** The id of the request, and what was asked for, are the only things that may differ. */
function normalize({ status, headers, text }: Answer, asked: readonly string[]): string {
  const said = text.replaceAll(/"(?:request_id|instance)":"[^"]*"/g, '');
  const plain = asked.reduce((rest, id) => (id.length > 8 ? rest.replaceAll(id, '') : rest), said);
  const names = [...headers.keys()].toSorted().join();
  return `${status} ${names} ${headers.get('content-type')} ${plain}`;
}

/** Who asks about what is their own surface's comes first; the rest evenly, so that a small walk sees every operation. */
export function choose(pairs: readonly Pair[], count: number): Pair[] {
  if (count >= pairs.length) return [...pairs];
  const ranked = pairs.map((pair, place): [number, Pair] => [rank(pair, place), pair]);
  return ranked
    .toSorted(([one], [other]) => one - other)
    .slice(0, count)
    .map(([, pair]) => pair);
}

const rank = (pair: Pair, place: number): number =>
  (expectedOf(pair) === 'as unknown' ? 0 : 1_000_003) + ((place * 7919) % 1_000_003);
