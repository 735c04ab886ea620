// A lender that enrolls vehicles under keys, and follows its events from its cursor.
import { setTimeout as pause } from 'node:timers/promises';

export type Enrolled = { readonly key: string; readonly vin: string; readonly id: string };

export type Partner = {
  /** Enrollments that were acknowledged. */
  readonly enrolled: readonly Enrolled[];
  /** Ids of events in the order in which they were read, repeats included. */
  readonly read: readonly string[];
  readonly tally: Readonly<Tally>;
  /** Lets the lender finish what it has begun. */
  stopEnrolling(): Promise<void>;
  /** Reads to the end of the log, or gives up; what it did not see is passed over then. */
  stopReading(): Promise<void>;
};

type Tally = { unknown: number; refused: number; unanswered: number };

type World = { readonly base: string; readonly key: string };

const enrollEveryMs = 100;
const readEveryMs = 200;
const retryDelayMs = 100;
const answerLimitMs = 5000;
/** Whoever has no answer by then gives up; that is reported, and fails the run. */
const timeoutMs = 90_000;

export function startPartner(world: World): Partner {
  const enrolled: Enrolled[] = [];
  const read: string[] = [];
  const tally: Tally = { unknown: 0, refused: 0, unanswered: 0 };
  const enrolling = new AbortController();
  const reading = new AbortController();

  const enrolls = async () => {
    for (let turn = 0; !enrolling.signal.aborted; turn += 1) {
      const made = await enrollUntilAnswered(world, tally, turn);
      if (made !== undefined) enrolled.push(made);
      await pause(enrollEveryMs);
    }
  };
  const reads = async () => {
    let cursor: string | null = null;
    let deadline = Infinity;
    while (performance.now() < deadline) {
      // Asked before the page: one that is empty afterwards is the end.
      const last = reading.signal.aborted;
      if (last) deadline = Math.min(deadline, performance.now() + timeoutMs);
      const page: Page | undefined = await readPage(world, cursor);
      for (const { id } of page?.data ?? []) read.push(id);
      cursor = page?.next_cursor ?? cursor;
      if (last && page?.data.length === 0) return;
      if (page === undefined || page.data.length < pageSize) await pause(readEveryMs);
    }
  };
  const [enrollment, reader] = [enrolls(), reads()];
  return {
    enrolled,
    read,
    tally,
    async stopEnrolling() {
      enrolling.abort();
      await enrollment;
    },
    async stopReading() {
      reading.abort();
      await reader;
    },
  };
}

async function enrollUntilAnswered(world: World, tally: Tally, turn: number): Promise<Enrolled | undefined> {
  const key = `failover-${turn}`;
  const vin = `3G${String(turn).padStart(15, '0')}`;
  const body = {
    member: { first_name: 'Synthetic', last_name: 'Member', email: `member-${turn}@example.com` },
    vehicle: { vin },
  };
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await ask(world, '/plans/enrollments', init);
    if (answer?.status === 201 || answer?.status === 200) {
      return { key, vin, id: (JSON.parse(answer.text) as { id: string }).id };
    }
    // Retry-After with a 4xx says that an equal request, of an attempt that was given up, is still running.
    if (answer !== undefined && answer.status < 500 && !answer.comeBack) {
      tally.refused += 1;
      return undefined;
    }
    tally.unknown += 1;
    await pause(retryDelayMs);
  }
  tally.unanswered += 1;
  return undefined;
}

type Page = { readonly data: readonly { readonly id: string }[]; readonly next_cursor: string | null };

const pageSize = 100;

async function readPage(world: World, cursor: string | null): Promise<Page | undefined> {
  const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const answer = await ask(world, `/events?order=asc&limit=${pageSize}${from}`, {});
  return answer?.status === 200 ? (JSON.parse(answer.text) as Page) : undefined;
}

type Answer = { readonly status: number; readonly text: string; readonly comeBack: boolean };

async function ask({ base, key }: World, path: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${base}/api/gap/v1${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerLimitMs),
    });
    return { status: response.status, text: await response.text(), comeBack: response.headers.has('retry-after') };
  } catch {
    return undefined;
  }
}
