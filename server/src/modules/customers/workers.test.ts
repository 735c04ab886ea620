import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageOwners } from '#app/message-sources';
import { runClaimedRows, type ClaimedRows, type Loop } from '#platform/jobs';
import { submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { withTestOwner } from '#test/fixtures/test-messages';
import { gate, until } from '#test/until';
import { endLeases } from '#test/database/work-table';
import type { MessageOutcome } from './messages/attempt-message.ts';
import type { ClaimedMessage } from './messages/message-store.ts';
import { givenMessage, messageRows } from './testing.ts';
import { messageQueue } from './workers.ts';

type Queue = ClaimedRows<ClaimedMessage, MessageOutcome>;

const harness = useHarness();
const loops: Loop[] = [];

beforeEach(() => harness.current.owner.pool.query('truncate customers.messages'));
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

const queue = (): Queue => messageQueue(harness.current.ctx, withTestOwner(messageOwners));

function start(work: Queue, worker: string): Loop {
  const { log, metrics } = harness.current.ctx;
  // Without leases, so that whatever a test abandons is reaped immediately.
  const loop = runClaimedRows({ ...work, leaseMs: 0 }, { worker, log, metrics });
  loops.push(loop);
  return loop;
}

const sent = (rows: readonly ClaimedMessage[]) =>
  rows.map((row) => ({ row, outcome: { kind: 'sent', providerId: undefined } as const }));
const given = (count: number) => Promise.all(Array.from({ length: count }, () => givenMessage(harness.current)));

async function countByState(): Promise<Record<string, number>> {
  const { rows } = await harness.current.ctx.db.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int from customers.messages group by state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('messages as claimed rows', () => {
  it('a claim takes at most the batch size, the longest due first, under a lease of 30 seconds', async () => {
    const first = await givenMessage(harness.current);
    harness.current.clock.advance(1);
    await given(4);
    const rows = await queue().claim('worker-a', 3);
    expect(rows).toHaveLength(3);
    expect(rows.map((row) => row.subject_id)).toContain(first.subjectId);
    expect(await countByState()).toEqual({ claimed: 3, waiting: 2 });
    const { rows: leases } = await harness.current.ctx.db.pool.query<{ seconds: number; claimed_by: string }>(
      `select extract(epoch from lease_until - now())::float as seconds, claimed_by
       from customers.messages where state = 'claimed'`,
    );
    for (const { seconds, claimed_by } of leases) {
      expect(claimed_by).toBe('worker-a');
      expect(seconds).toBeGreaterThan(20);
      expect(seconds).toBeLessThanOrEqual(30);
    }
  });

  it('a claim leaves unknown purposes to processes that support them', async () => {
    await givenMessage(harness.current);
    expect(await messageQueue(harness.current.ctx, messageOwners).claim('worker-of-before', 10)).toEqual([]);
    expect(await queue().claim('worker-a', 10)).toHaveLength(1);
  });

  it('a claim skips messages that are not due yet', async () => {
    await givenMessage(harness.current);
    harness.current.clock.advance(-60);
    expect(await queue().claim('worker-a', 10)).toEqual([]);
    harness.current.clock.advance(60);
    expect(await queue().claim('worker-a', 10)).toHaveLength(1);
  });

  it('a worker whose lease has ended changes nothing when it reports its outcome', async () => {
    const { body } = await submit(harness.current);
    const stale = await queue().claim('worker-a', 10);
    await endLeases(harness.current.ctx.db, 'customers.messages');
    expect(await queue().reap()).toBe(1);
    const fresh = await queue().claim('worker-b', 10);
    expect(fresh.map((row) => [row.id, row.attempt])).toEqual([[stale[0]?.id, 2]]);

    await queue().finish('worker-a', sent(stale));
    expect(await messageRows(harness.current, body.intake_id)).toMatchObject([
      { state: 'claimed', claimed_by: 'worker-b', attempt: 2, finished_at: null },
    ]);
    expect(await intakeStatus(body)).toBe('received');

    await queue().finish('worker-b', sent(fresh));
    expect(await messageRows(harness.current, body.intake_id)).toMatchObject([{ state: 'sent', claimed_by: null }]);
    expect(await intakeStatus(body)).toBe('welcome_sent');
  });

  it('the fence holds between two claims of one worker', async () => {
    const { subjectId } = await givenMessage(harness.current);
    const stale = await queue().claim('worker-a', 1);
    await endLeases(harness.current.ctx.db, 'customers.messages');
    await queue().reap();
    await queue().claim('worker-a', 1);
    await queue().finish('worker-a', sent(stale));
    await queue().release('worker-a', stale);
    expect(await messageRows(harness.current, subjectId)).toMatchObject([{ state: 'claimed', attempt: 2 }]);
  });

  it('only leases that have ended are reaped', async () => {
    await given(3);
    await queue().claim('worker-dead', 2);
    await endLeases(harness.current.ctx.db, 'customers.messages');
    await queue().claim('worker-living', 1);
    expect(await queue().reap()).toBe(2);
    expect(await queue().reap()).toBe(0);
    expect(await countByState()).toEqual({ claimed: 1, waiting: 2 });
  });

  it('a message that is given back does not lose an attempt', async () => {
    const { subjectId } = await givenMessage(harness.current);
    await queue().release('worker-a', await queue().claim('worker-a', 1));
    expect(await messageRows(harness.current, subjectId)).toMatchObject([
      { state: 'waiting', attempt: 0, claimed_by: null, lease_until: null },
    ]);
  });
});

describe('the message loop', () => {
  it('the loop never runs one message in two workers at the same time, and sends each once', async () => {
    const recipients = await given(150);
    const running = new Set<string>();
    const overlaps: string[] = [];
    const finishes: number[] = [];
    for (const worker of ['worker-a', 'worker-b', 'worker-c']) {
      const work = queue();
      const run: Queue['run'] = async (row) => {
        if (running.has(row.id)) overlaps.push(row.id);
        running.add(row.id);
        const outcome = await work.run(row);
        running.delete(row.id);
        return outcome;
      };
      const finish: Queue['finish'] = async (by, results) => {
        finishes.push(results.length);
        await work.finish(by, results);
      };
      start({ ...work, run, finish }, worker);
    }
    await until('every message sent', async () => (await countByState())['sent'] === 150);
    expect(overlaps).toEqual([]);
    expect(recipients.map(({ to }) => harness.current.mailbox.to(to).length)).toEqual(recipients.map(() => 1));
    expect(finishes.reduce((sum, size) => sum + size)).toBe(150);
  });

  it('the loop sends a message again, under the same Message-ID, when its outcome could not be stored', async () => {
    const { mailbox, ctx } = harness.current;
    await harness.current.owner.pool.query(`create function refuse_sent() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await harness.current.owner.pool.query(`create trigger refuse_sent before update on customers.messages
      for each row when (new.state = 'sent') execute function refuse_sent()`);
    const { to, subjectId } = await givenMessage(harness.current);
    start(queue(), 'worker-a');
    const finishFailed = async () => {
      const { values } = await ctx.metrics.loopFailures.get();
      return values.some(({ labels, value }) => labels.loop === 'customers.messages.finish' && value > 0);
    };
    await until('a finish that failed', finishFailed);
    expect(await messageRows(harness.current, subjectId)).toMatchObject([{ state: 'claimed', attempt: 1 }]);

    await harness.current.owner.pool.query('drop function refuse_sent cascade');
    await endLeases(ctx.db, 'customers.messages');
    await until('the message sent', async () => (await countByState())['sent'] === 1);
    const ids = mailbox.to(to).map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('a stopped loop finishes the message it is sending, and leaves the others waiting', async () => {
    const recipients = await given(6);
    const hold = gate();
    const begun: string[] = [];
    const work = queue();
    const run: Queue['run'] = async (row) => {
      begun.push(row.id);
      await hold.opened;
      return work.run(row);
    };
    const loop = start({ ...work, concurrency: 2, run }, 'worker-a');
    await until('two messages begun', () => begun.length === 2);
    const stopping = loop.stop();
    hold.open();
    await stopping;
    expect(await countByState()).toEqual({ sent: 2, waiting: 4 });
    expect(recipients.flatMap(({ to }) => harness.current.mailbox.to(to))).toHaveLength(2);
  });
});

async function intakeStatus({ intake_id, poll_token }: { intake_id: string; poll_token: string }): Promise<string> {
  const { body } = await harness.current.call('GET', `/api/agent/v1/intakes/${intake_id}`, { token: poll_token });
  return body.status;
}
