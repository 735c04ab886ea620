import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { until } from '#test/until';
import { emit } from './events.ts';
import { listEvents, type EventPage, type EventQuery } from './list-events.ts';
import type { PartnerEvent } from './rules.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '16' });

const flush = { text: 'select 1', values: [] };

const referral = (accountId: string, changes: Partial<PartnerEvent> = {}): PartnerEvent => ({
  audience: 'partner',
  type: 'referral.created',
  accountId,
  subjectId: `ref_${crypto.randomUUID()}`,
  livemode: true,
  thin: { referral: { id: 'ref_1' } },
  full: { referral: { id: 'ref_1' } },
  ...changes,
});

/** Writes events in one transaction and returns their ids. */
const write = (...events: readonly PartnerEvent[]): Promise<string[]> =>
  transact(harness.current.ctx, async (tx) => emit(tx, ...events).map(({ id }) => id));

const query = (accountId: string, changes: Partial<EventQuery> = {}): EventQuery => ({
  accountId,
  livemode: true,
  type: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  order: 'asc',
  after: undefined,
  limit: 100,
  ...changes,
});

const idsOf = ({ events }: EventPage): string[] => events.map((text) => JSON.parse(text).id as string);

/** Reads until `count` events are visible: any open transaction on this server, also of another test, delays them. */
async function settled(wanted: EventQuery, count: number): Promise<EventPage> {
  const { ctx } = harness.current;
  return until(
    `${count} events`,
    async () => {
      const page = await listEvents(ctx, wanted);
      return page.events.length >= count && page;
    },
    60_000,
  );
}

/** Reads all pages. */
async function readAll(accountId: string, order: 'asc' | 'desc', limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: EventQuery['after'];
  for (;;) {
    const page = await listEvents(harness.current.ctx, query(accountId, { order, after, limit }));
    ids.push(...idsOf(page));
    if (!page.hasMore) return ids;
    after = page.cursor;
  }
}

describe('the event log', () => {
  it('the log is read in the order it was written, forward or backward, page by page', async () => {
    const account = 'inst_ordered';
    const written: string[] = [];
    for (const count of [1, 7, 30, 2]) {
      written.push(...(await write(...Array.from({ length: count }, () => referral(account)))));
    }
    const page = await settled(query(account), written.length);
    expect([idsOf(page), page.hasMore]).toEqual([written, false]);
    for (const limit of [1, 7, 39, 40, 41]) {
      expect(await readAll(account, 'asc', limit)).toEqual(written);
      expect(await readAll(account, 'desc', limit)).toEqual(written.toReversed());
    }
  });

  it('the log is ordered by number, even where numbers get another digit', async () => {
    const account = 'inst_digits';
    const { db } = harness.current.ctx;
    const positions = ['8/5', '9/99', '9/100', '10/7', '99/998', '100/999', '100/1000', '1000/1'];
    for (const position of positions.toSorted()) {
      await db.pool.query(
        `insert into events.events (id, created_at, type, account_id, subject_id, livemode, thin, transaction_id, place)
         values ($1, $2, 'referral.created', $3, 'ref_1', true, $4, split_part($1, '/', 1)::xid8, split_part($1, '/', 2)::bigint)`,
        [position, harness.current.clock.now(), account, JSON.stringify({ id: position })],
      );
    }
    for (const limit of [1, 3, 100]) {
      expect(await readAll(account, 'asc', limit)).toEqual(positions);
      expect(await readAll(account, 'desc', limit)).toEqual(positions.toReversed());
    }
  });

  it('the log can be continued from its previous end when there is more', async () => {
    const account = 'inst_onwards';
    const first = await write(referral(account), referral(account));
    const page = await settled(query(account), 2);
    const nothing = await listEvents(harness.current.ctx, query(account, { after: page.cursor }));
    expect([nothing.events, nothing.hasMore, nothing.cursor]).toEqual([[], false, page.cursor]);
    const second = await write(referral(account));
    const more = await settled(query(account, { after: nothing.cursor }), 1);
    expect([...idsOf(page), ...idsOf(more)]).toEqual([...first, ...second]);
    const empty = await listEvents(harness.current.ctx, query('inst_without_events'));
    expect(empty).toEqual({ events: [], hasMore: false, place: undefined });
  });

  it('the log is filtered by type, time, mode and account', async () => {
    const { clock } = harness.current;
    const account = 'inst_narrowed';
    const began = clock.now();
    const [created] = await write(referral(account));
    clock.advance(60);
    const middle = clock.now();
    const [closed, test] = await write(
      referral(account, { type: 'referral.closed' }),
      referral(account, { livemode: false }),
      referral('inst_other'),
    );
    clock.advance(60);
    const [last] = await write(referral(account, { type: 'referral.closed' }));
    await settled(query(account), 3);
    const listed = async (changes: Partial<EventQuery>) =>
      idsOf(await listEvents(harness.current.ctx, query(account, changes)));
    await expect.poll(() => listed({})).toEqual([created, closed, last]);
    await expect.poll(() => listed({ type: 'referral.closed' })).toEqual([closed, last]);
    await expect.poll(() => listed({ type: 'referral.closed', order: 'desc', limit: 1 })).toEqual([last]);
    await expect.poll(() => listed({ type: 'referral.settled' })).toEqual([]);
    await expect.poll(() => listed({ livemode: false })).toEqual([test]);
    await expect.poll(() => listed({ createdFrom: middle })).toEqual([closed, last]);
    await expect.poll(() => listed({ createdTo: middle })).toEqual([created]);
    await expect.poll(() => listed({ createdFrom: began, createdTo: clock.now() })).toEqual([created, closed]);
  });

  it('the log has monthly statement events for live readers only', async () => {
    const account = 'inst_statements';
    const issued = { type: 'plan.statement.issued' } as const;
    const [live, odd] = await write(referral(account, issued), referral(account, { ...issued, livemode: false }));
    expect(idsOf(await settled(query(account), 2))).toEqual([live, odd]);
    expect((await listEvents(harness.current.ctx, query(account, { livemode: false }))).events).toEqual([]);
  });

  it('the log withholds events after a transaction that is still open, and shows both when it ends', async () => {
    const account = 'inst_held_back';
    const { ctx } = harness.current;
    const began = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const slow = transact(ctx, async (tx) => {
      const [event] = emit(tx, referral(account));
      await tx.db.many(flush);
      began.resolve();
      await end.promise;
      return event?.id;
    });
    await began.promise;
    const [quick] = await write(referral(account));
    expect((await listEvents(ctx, query(account))).events).toEqual([]);
    end.resolve();
    const first = await slow;
    expect(idsOf(await settled(query(account), 2))).toEqual([first, quick]);
  });
});

describe('a reader of the log while eight writers write', () => {
  const wanted = runs({ always: 5_000, nightly: 100_000 });
  const writers = 8;

  /** Commits transactions of one to ten events, each staying open for a while after its events got their positions. */
  async function writeMany(account: string, count: number, written: string[]): Promise<void> {
    for (let left = count; left > 0;) {
      const size = Math.min(left, 1 + Math.floor(Math.random() * 10));
      left -= size;
      const ids = await transact(harness.current.ctx, async (tx) => {
        const events = emit(tx, ...Array.from({ length: size }, () => referral(account)));
        await tx.db.many(flush);
        if (Math.random() < 0.5) await pause(Math.random() * 6);
        return events.map(({ id }) => id);
      });
      written.push(...ids);
    }
  }

  /** Continues reading until the writers are done and no more events come. */
  async function readOn(account: string, done: () => boolean): Promise<string[]> {
    const seen: string[] = [];
    let after: EventQuery['after'];
    const deadline = performance.now() + 60_000;
    for (;;) {
      const finished = done();
      const page = await listEvents(harness.current.ctx, query(account, { after, limit: 50 }));
      seen.push(...idsOf(page));
      after = page.cursor;
      const complete = finished && page.events.length === 0 && seen.length >= wanted;
      if (complete || (finished && performance.now() > deadline)) return seen;
    }
  }

  /** Reads on by the last position alone, which ignores late commits. */
  async function readOnByPosition(account: string, done: () => boolean): Promise<number> {
    let [seen, after] = [0, '0'];
    const text = 'select place from events.events where account_id = $1 and place > $2 order by place limit 50';
    for (;;) {
      const finished = done();
      const { rows } = await harness.current.ctx.db.pool.query<{ place: string }>(text, [account, after]);
      seen += rows.length;
      after = rows.at(-1)?.place ?? after;
      if (finished && rows.length === 0) return seen;
    }
  }

  it(
    `misses none of ${wanted}, repeats none, and would have missed some by the position alone`,
    { timeout: 600_000 },
    async () => {
      const account = 'inst_followed';
      const written: string[] = [];
      let finished = false;
      const done = () => finished;
      const readers = [readOn(account, done), readOnByPosition(account, done)] as const;
      await Promise.all(Array.from({ length: writers }, () => writeMany(account, wanted / writers, written)));
      finished = true;
      const [seen, seenNaively] = await Promise.all(readers);
      expect(written).toHaveLength(wanted);
      expect([seen.length, new Set(seen)]).toEqual([wanted, new Set(written)]);
      expect(seenNaively).toBeLessThan(wanted);
      expect(await readAll(account, 'asc', 1_000)).toEqual(seen);
    },
  );
});
