import type { Answer } from '#test/harness';
import type { WalkCaller } from './walk-callers.ts';
import { expectedOf, type Pair, type Question, type Walk } from './walk-pairs.ts';

/** Secrets of a place that no outsider may see. */
type Secret = Pick<Walk, 'foreign'> & { readonly canary: string };

/** Concurrent requests: enough to keep the database busy, few enough for its connections. */
const lanes = 12;

/** Sends each caller's request in turn and checks each response against the expected one. */
export class WalkRun {
  readonly #canary: string;
  readonly #secretIds: readonly string[];
  /** The response for an unknown id is the same for every id that is compared with it, and requested once. */
  readonly #nothing = new Map<string, Promise<Answer>>();
  /** Changes whose body was refused before any lookup: there the request proves little. */
  readonly unread = new Set<string>();
  requests = 0;

  constructor({ foreign, canary }: Secret) {
    this.#canary = canary.toLowerCase();
    this.#secretIds = [...new Set(Object.values(foreign.ids).flatMap((ids) => Object.values(ids)))];
  }

  /** Each fault once. */
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

  /** The fault in the responses to a request; undefined if there is none. */
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

  /**
   * On a busy machine a statement may time out, which returns 503 and reveals nothing: it is sent again, up to twice.
   */
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

/** Only the request id and the requested id may differ. */
function normalize({ status, headers, text }: Answer, asked: readonly string[]): string {
  const said = text.replaceAll(/"(?:request_id|instance)":"[^"]*"/g, '');
  const plain = asked.reduce((rest, id) => (id.length > 8 ? rest.replaceAll(id, '') : rest), said);
  const names = [...headers.keys()].toSorted().join();
  return `${status} ${names} ${headers.get('content-type')} ${plain}`;
}

/**
 * Requests to the caller's own surface come first; the rest are spread evenly, so that a small run covers every
 * operation.
 */
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
