// A lender that enrolls vehicles under idempotency keys and follows its events from its cursor.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Tally, askUntilAnswered, newTally, readEvents } from '#bench/service/http';
import { repeat } from '#bench/until';

export type Enrolled = { readonly vin: string; readonly id: string };

export type Partner = {
  /** Acknowledged enrollments. */
  readonly enrolled: readonly Enrolled[];
  /** Ids of events in the order in which they were read, repeats included. */
  readonly read: readonly string[];
  readonly tally: Tally;
  /** Lets the lender finish its current work. */
  stopEnrolling(): Promise<void>;
  /** Reads to the end of the log, or gives up. Events it has not seen then count as passed over. */
  stopReading(): Promise<void>;
};

type World = { readonly base: string; readonly key: string };

const enrollEveryMs = 100;
const readEveryMs = 200;
const answerLimitMs = 5000;
/** A client without a response by then gives up; that is reported, and fails the run. */
const giveUpMs = 90_000;

export function startPartner({ base, key: token }: World): Partner {
  const line = { base: `${base}/api/gap/v1`, agent: new Agent({ keepAlive: true }), limitMs: answerLimitMs };
  const enrolled: Enrolled[] = [];
  const read: string[] = [];
  const tally = newTally();
  const enrolling = repeat(async (turn) => {
    const vin = `3G${String(turn).padStart(15, '0')}`;
    const member = { first_name: 'Synthetic', last_name: 'Member', email: `member-${turn}@example.com` };
    const answer = await askUntilAnswered({ line, tally, giveUpMs }, [200, 201], {
      method: 'POST',
      path: '/plans/enrollments',
      token,
      headers: { 'idempotency-key': `failover-${turn}` },
      body: JSON.stringify({ member, vehicle: { vin } }),
    });
    if (answer !== undefined) enrolled.push({ vin, id: (JSON.parse(answer.text) as { id: string }).id });
    await pause(enrollEveryMs);
  });
  const stopping = new AbortController();
  const reads = async () => {
    let cursor: string | undefined;
    let deadline = Infinity;
    while (performance.now() < deadline) {
      // Read before the page is requested: an empty page after the stop is the end.
      const last = stopping.signal.aborted;
      if (last) deadline = Math.min(deadline, performance.now() + giveUpMs);
      const page = await readEvents(line, { token, cursor }).catch(() => undefined);
      read.push(...(page?.ids ?? []));
      cursor = page?.cursor ?? cursor;
      if (last && page?.ids.length === 0) return;
      if (page?.hasMore !== true) await pause(readEveryMs);
    }
  };
  const reading = reads();
  return {
    enrolled,
    read,
    tally,
    stopEnrolling: enrolling.stop,
    async stopReading() {
      stopping.abort();
      await reading;
      line.agent.destroy();
    },
  };
}
