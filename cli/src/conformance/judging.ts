// Helpers that scenario judges share.
import type { Fault, Heard, Seen } from './types.ts';
import { json } from './proxy.ts';

export const posts = ({ heard }: Seen, path: string): readonly Heard[] =>
  heard.filter((one) => one.method === 'POST' && one.path === path);

/** Judges by the requests of one kind; a client that sent none fails. */
export const byPosts =
  (path: string, judge: (sent: readonly [Heard, ...Heard[]], seen: Seen) => readonly string[]) =>
  (seen: Seen): readonly string[] => {
    const [first, ...rest] = posts(seen, path);
    return first === undefined ? [`It never sent POST ${path}.`] : judge([first, ...rest], seen);
  };

/** Whether the request was repeated under the same key with the same body. */
export function checkRepeat([first, ...rest]: readonly [Heard, ...Heard[]]): readonly string[] {
  if (rest.length === 0) return ['It did not retry, so it does not know the outcome of the first request.'];
  const findings: string[] = [];
  const key = (one: Heard) => one.headers['idempotency-key'];
  if (rest.some((one) => key(one) !== key(first)))
    findings.push('It retried without the Idempotency-Key of the first request, so the action happens twice.');
  if (rest.some((one) => !one.body.equals(first.body))) findings.push('It retried with a different body.');
  return findings;
}

/** Long enough that a client does not wait that long by chance. */
export const retryAfterS = 3;

/** A busy machine measures slightly wrong, and clients do not wait to the exact millisecond. */
const toleranceMs = 50;

/** Whether it waited as long as the first response required. */
export function checkWait([first, second]: readonly Heard[], seconds: number): readonly string[] {
  if (second === undefined || first?.answeredMs === undefined) return [];
  const waitedMs = second.arrivedMs - first.answeredMs;
  if (waitedMs >= seconds * 1000 - toleranceMs) return [];
  return [`Retry-After was ${seconds} s, but it retried after ${(waitedMs / 1000).toFixed(1)} s.`];
}

export function checkOnce(sent: readonly Heard[], status: number): readonly string[] {
  if (sent.length === 1) return [];
  return [`It got ${status}, which retrying does not change, and sent the request ${sent.length} times.`];
}

/** The first request of a method and path gets this response; the service answers all others. */
export const firstPost =
  (path: string, fault: Fault): (() => Fault) =>
  () =>
  (heard, service) =>
    heard.method === 'POST' && heard.path === path && service.nth === 1 ? fault(heard, service) : service.forward();

/** The service performs the request, and the response is lost. */
export const loseAnswer: Fault = async (_heard, { forward }) => {
  await forward();
  return 'lost';
};

export const answerWith =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Fault =>
  async () =>
    json(status, body, headers);

/** Changes the service's response if it is a JSON object. */
export const changed =
  (change: (body: Record<string, unknown>, status: number) => { status: number; body: unknown }): Fault =>
  async (_heard, { forward }) => {
    const answer = await forward();
    try {
      const next = change(JSON.parse(String(answer.body)) as Record<string, unknown>, answer.status);
      return { ...answer, status: next.status, body: JSON.stringify(next.body) };
    } catch {
      return answer;
    }
  };

/** The ids that follow a word in the client's reports. */
export const reportedIds = ({ reported }: Pick<Seen, 'reported'>, word: string): readonly string[] =>
  reported.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim());
