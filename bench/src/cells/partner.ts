// An institution that enrolls members and follows its events, through the router, at a steady pace.
import { setTimeout as pause } from 'node:timers/promises';
import { newReader, readOn, type Reader } from '#bench/restore/readers';
import type { Institution } from '#bench/roster/stage';

export type Partner = {
  /** Enrollments that were acknowledged. */
  readonly enrolled: ReadonlySet<string>;
  readonly reader: Reader;
  /** How long each answered request took, since they were last taken. */
  takeLatencies(): number[];
  /** Requests answered with neither success nor a request to come again, and how they were answered. */
  readonly failed: number;
  readonly failedAs: Readonly<Record<string, number>>;
  /** Requests that were asked to come again. */
  readonly held: number;
  stop(): Promise<void>;
};

const perSecond = 15;
/** One request in so many enrolls a member, the others read. */
const enrollEvery = 3;
/** Longer than a silent database makes anybody wait. */
const limitMs = 10_000;
/** A cursor that is sent back to the beginning would be followed for ever. */
const pagesMax = 400;

type Requests = { readonly base: string; readonly key: string };

/** The request of this turn, the same whenever it is sent again. */
function send({ base, key }: Requests, turn: number): Promise<Response> {
  const authorization = `Bearer ${key}`;
  const signal = AbortSignal.timeout(limitMs);
  if (!enrollsAt(turn)) return fetch(`${base}/events?limit=5`, { headers: { authorization }, signal });
  const idempotencyKey = `cells-${turn}-${key.slice(-8)}`;
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  return fetch(`${base}/plans/enrollments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(enrollmentBody(turn)),
    signal,
  });
}

const enrollsAt = (turn: number): boolean => turn % enrollEvery === 0;

type Tally = {
  readonly enrolled: Set<string>;
  readonly latencies: number[];
  readonly failedAs: Record<string, number>;
  failed: number;
  held: number;
};

/** Sends it until it is answered with something else than a request to come again. */
async function askOnce(requests: Requests, turn: number, tally: Tally): Promise<void> {
  for (;;) {
    const sentAt = performance.now();
    const answer = await send(requests, turn).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer?.status === 503 && answer.headers.get('retry-after') !== null) {
      tally.held += 1;
      await pause(250);
      continue;
    }
    if (answer === undefined || text === undefined || !answer.ok) {
      const as = answer === undefined || text === undefined ? 'nothing' : String(answer.status);
      tally.failed += 1;
      tally.failedAs[as] = (tally.failedAs[as] ?? 0) + 1;
      return;
    }
    tally.latencies.push(performance.now() - sentAt);
    if (enrollsAt(turn)) tally.enrolled.add((JSON.parse(text) as { id: string }).id);
    return;
  }
}

export function startPartner(port: number, { key }: Institution): Partner {
  const requests = { base: `http://127.0.0.1:${port}/api/gap/v1`, key };
  const tally: Tally = { enrolled: new Set(), latencies: [], failedAs: {}, failed: 0, held: 0 };
  const reader = newReader();
  const stopping = new AbortController();
  const load = (async () => {
    const running: Promise<void>[] = [];
    const startAt = performance.now();
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const wait = startAt + (turn * 1000) / perSecond - performance.now();
      if (wait > 0) await pause(wait);
      running.push(askOnce(requests, turn, tally));
    }
    await Promise.all(running);
  })();
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await readOn({ port, key }, reader, pagesMax).catch(() => undefined);
      await pause(500);
    }
  })();
  return {
    enrolled: tally.enrolled,
    reader,
    failedAs: tally.failedAs,
    takeLatencies: () => tally.latencies.splice(0),
    get failed() {
      return tally.failed;
    },
    get held() {
      return tally.held;
    },
    async stop() {
      stopping.abort();
      await Promise.all([load, following]);
      await readOn({ port, key }, reader, pagesMax);
    },
  };
}

const enrollmentBody = (number: number) => ({
  member: { first_name: 'Synthetic', last_name: 'Member', email: `member-${number}@example.com` },
  vehicle: { vin: `3G${String(number).padStart(15, '0')}` },
});
