import { describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import type { BulkSession, TxDb } from '#platform/db';
import { runs } from '#test/runs';
import { useHarness } from '#test/harness';
import { givenRoster, rowsOf, storedOf, syncObject, publishedEventsOf } from '#test/fixtures/rosters';
import { untilBlocked } from '#test/database/use-database';
import { enrollmentBody, givenEnrollment, rosterVin } from '../testing.ts';
import type { RosterSync } from './schemas.ts';
import { syncRoster } from './sync-roster.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '16', gapRequestsPerMin: 1_000_000 });

/** Sessions whose transactions pause once before the named statement, until `meanwhile` is over. */
function stopping(ctx: Ctx, statement: string, meanwhile: () => Promise<unknown>): Ctx {
  let stopped = false;
  const stop = async (name: string | undefined) => {
    if (name !== statement || stopped) return;
    stopped = true;
    await meanwhile();
  };
  const inside = (db: TxDb): TxDb => ({
    many: async (query) => (await stop(query.name), db.many(query)),
    find: async (query) => (await stop(query.name), db.find(query)),
    write: (query) => db.write(query),
  });
  const changed = (session: BulkSession): BulkSession => ({
    ...session,
    transact: (work) => session.transact((db) => work(inside(db))),
  });
  return { ...ctx, db: { ...ctx.db, inBulk: (work) => ctx.db.inBulk((session) => work(changed(session))) } };
}

async function sync(ctx: Ctx, institutionId: string, roster: readonly unknown[]): Promise<RosterSync> {
  const chunks = (async function* () {
    yield Buffer.from(JSON.stringify({ roster }));
  })();
  const upload = { form: { kind: 'object' as const }, chunks, maxRows: 1000 };
  const tenant = { institutionId, livemode: false };
  return (await syncRoster(ctx, { tenant, upload, named: undefined })).body as RosterSync;
}

async function givenMembers(count: number) {
  const given = await givenRoster(harness.current, count);
  const patch = (id: string | undefined, change: object) =>
    harness.current.call('PATCH', `/api/gap/v1/plans/enrollments/${id}`, { token: given.key, body: change });
  return { ...given, patch };
}

/** The log of each enrollment begins once and ends in the enrollment's current state. */
async function expectLogToAgree(institutionId: string): Promise<void> {
  const stored = await storedOf(harness.current, institutionId);
  const told = await publishedEventsOf(harness.current, institutionId);
  const created = told.filter(({ type }) => type === 'plan.enrollment.created').map(({ enrollmentId }) => enrollmentId);
  expect(created.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  const last = new Map(told.map(({ enrollmentId, status }) => [enrollmentId, status]));
  expect(Object.fromEntries(last)).toEqual(Object.fromEntries(stored.map(({ id, status }) => [id, status])));
  for (const { id, status } of stored) {
    const cancellations = told.filter((one) => one.enrollmentId === id && one.type === 'plan.enrollment.canceled');
    expect(cancellations).toHaveLength(status === 'canceled' ? 1 : 0);
  }
}

describe('a call that overtakes a roster takes precedence, even within the same millisecond', () => {
  it('the enrollment stays as the call left it, and the roster neither counts nor publishes it', async () => {
    const h = harness.current;
    const { key, institutionId, roster, ids, patch } = await givenMembers(7);
    const [edited, canceled, swapped, lost, dropped, droppedEdited, same] = roster;
    const [added, raced, taken] = [enrollmentBody(), enrollmentBody(), enrollmentBody()];
    const changed = (row: object | undefined) => ({ ...row, external_ref: 'roster' });
    const ctx = stopping(h.ctx, 'memberships.apply-changed', async () => {
      const answers = await Promise.all([
        patch(ids[0], { external_ref: 'call' }),
        patch(ids[1], { status: 'canceled', cancel_reason: 'by call' }),
        patch(ids[2], { vehicle: { vin: taken.vehicle.vin } }),
        h.call('POST', '/api/gap/v1/plans/loss-notices', {
          token: key,
          body: { enrollment_id: ids[3], date_of_loss: '2026-11-15' },
        }),
        patch(ids[5], { member: { phone: '(212) 555-0142' } }),
        givenEnrollment(h, key, raced),
      ]);
      expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);
    });
    const before = (await publishedEventsOf(h, institutionId)).length;
    const { totals, changes } = await sync(ctx, institutionId, [
      ...[edited, canceled, swapped, lost].map(changed),
      same,
      added,
      raced,
      taken,
    ]);
    expect(totals).toMatchObject({ submitted: 8, created: 1, updated: 0, canceled: 1 });
    expect(changes.map(({ action, vin }) => [action, vin])).toEqual([
      ['created', added.vehicle.vin],
      ['canceled', dropped?.vehicle.vin],
    ]);
    const stored = await storedOf(h, institutionId);
    const of = (id: string | undefined) => stored.find((row) => row.id === id);
    expect(of(ids[0])).toMatchObject({ external_ref: 'call', status: 'active' });
    expect(of(ids[1])).toMatchObject({ external_ref: null, status: 'canceled', cancel_reason: 'by call' });
    expect(of(ids[2])).toMatchObject({ external_ref: null, vin: taken.vehicle.vin, status: 'active' });
    expect(of(ids[3])).toMatchObject({ external_ref: null, status: 'loss_reported' });
    expect(of(ids[5])).toMatchObject({ vin: droppedEdited?.vehicle.vin, phone: '+12125550142', status: 'active' });
    expect(stored.filter(({ vin }) => vin === raced.vehicle.vin)).toHaveLength(1);
    const told = (await publishedEventsOf(h, institutionId)).slice(before);
    expect(told.filter(({ type }) => type === 'plan.enrollment.canceled')).toHaveLength(2);
    expect(told.filter(({ type }) => type === 'plan.enrollment.created')).toHaveLength(2);
    // One for the edit, one for the swap, one for the phone.
    expect(told.filter(({ type }) => type === 'plan.enrollment.updated')).toHaveLength(3);
  });

  it('a swap to a vehicle that the roster enrolls waits without a deadlock, and is refused as a duplicate', async () => {
    const h = harness.current;
    const { institutionId, roster, ids, patch } = await givenMembers(2);
    const added = enrollmentBody();
    let swap: ReturnType<typeof patch> | undefined;
    const ctx = stopping(h.ctx, 'memberships.list-changes', async () => {
      swap = patch(ids[0], { vehicle: { vin: added.vehicle.vin } });
      await untilBlocked(h.ctx.db, 1);
    });
    const { totals } = await sync(ctx, institutionId, [{ ...roster[0], external_ref: 'x' }, roster[1], added]);
    expect(totals).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    const answer = await swap;
    expect([answer?.status, answer?.body.code]).toEqual([409, 'enrollment_exists']);
    await expectLogToAgree(institutionId);
  });

  it('a swap that locks the row first does not deadlock with the roster either', async () => {
    const h = harness.current;
    const { institutionId, roster, ids } = await givenMembers(2);
    const added = enrollmentBody();
    const client = await h.ctx.db.pool.connect();
    await client.query('begin');
    await client.query('select from memberships.enrollments where id = $1 for update', [ids[0]]);
    const syncing = sync(h.ctx, institutionId, [{ ...roster[0], external_ref: 'x' }, roster[1], added]);
    await untilBlocked(h.ctx.db, 1);
    await client.query('update memberships.enrollments set vin = $2 where id = $1', [ids[0], added.vehicle.vin]);
    await client.query('commit');
    client.release();
    expect((await syncing).totals).toMatchObject({ created: 0, updated: 0 });
  });
});

describe('concurrent rosters of one institution', () => {
  it('concurrent rosters run one after the other: the result is one of them, and the log shows how', async () => {
    const h = harness.current;
    // Enough members stay that the cancellations never need confirmation.
    const { key, institutionId, roster } = await givenMembers(31);
    const [some, others] = [roster.slice(0, 6), roster.slice(6)];
    const rosters = Array.from({ length: 6 }, (_, turn) => [
      ...some.slice(turn % 3, (turn % 3) + 3).map((row) => ({ ...row, external_ref: `turn-${turn}` })),
      ...rowsOf(2),
      ...others,
    ]);
    const answers = await Promise.all(rosters.map((rows) => syncObject(h, key, { roster: rows })));
    expect(answers.map(({ status }) => status)).toEqual(rosters.map(() => 200));
    const active = (await storedOf(h, institutionId)).filter(({ status }) => status === 'active').map(({ vin }) => vin);
    const wanted = rosters.map((rows) => rows.map(({ vehicle }) => vehicle.vin).toSorted());
    expect(wanted).toContainEqual(active);
    await expectLogToAgree(institutionId);
    const changed = answers.reduce(
      (sum, { body: { totals } }) => sum + totals.created + totals.updated + totals.canceled,
      0,
    );
    expect(await publishedEventsOf(h, institutionId)).toHaveLength(31 + changed);
  });

  it('concurrent rosters wait for each other only for a limited time', async () => {
    const h = harness.current;
    const { institutionId, roster } = await givenMembers(1);
    const impatient: Ctx = {
      ...h.ctx,
      db: {
        ...h.ctx.db,
        inBulk: (work) =>
          h.ctx.db.inBulk(async (session) => {
            await session.run({ text: `set lock_timeout = '20ms'`, values: [] });
            return work(session);
          }),
      },
    };
    const first = stopping(h.ctx, 'memberships.apply-changed', async () => {
      await expect(sync(impatient, institutionId, roster)).rejects.toMatchObject({
        code: 'invalid_state',
        status: 409,
        retryAfterS: 10,
        details: { current_status: 'roster_sync_running' },
      });
    });
    expect((await sync(first, institutionId, [...roster, enrollmentBody()])).totals.created).toBe(1);
  });
});

it(
  'with a roster among single calls, nothing is lost, nothing fails, and the log agrees',
  { timeout: 120_000 },
  async () => {
    const h = harness.current;
    const { key, institutionId, roster, ids, patch } = await givenMembers(12);
    const [vins, fresh] = [roster.map(({ vehicle }) => vehicle.vin), Array.from({ length: 6 }, rosterVin)];
    const rosters = { left: runs({ always: 25, nightly: 1000 }) };
    const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
    const calls = async () => {
      const statuses = new Set<number>();
      while (rosters.left > 0) {
        const kind = Math.floor(Math.random() * 4);
        const answer =
          kind === 0
            ? await h.call('POST', '/api/gap/v1/plans/enrollments', {
                token: key,
                body: enrollmentBody({ vehicle: { vin: pick([...vins, ...fresh]) } }),
              })
            : await patch(
                pick(ids),
                [
                  { external_ref: crypto.randomUUID() },
                  { status: 'canceled' },
                  { vehicle: { vin: pick([...vins, ...fresh]) } },
                ][kind - 1]!,
              );
        statuses.add(answer.status);
        if (answer.status === 201) ids.push(answer.body.id);
      }
      return statuses;
    };
    const calling = [calls(), calls(), calls()];
    for (; rosters.left > 0; rosters.left -= 1) {
      const wanted = [...vins, ...fresh].filter(() => Math.random() < 0.7);
      const rows = wanted.map((vin) => enrollmentBody({ vehicle: { vin }, external_ref: `round-${rosters.left}` }));
      if (rows.length === 0) continue;
      const { status } = await syncObject(h, key, { roster: rows });
      expect([200, 409]).toContain(status);
    }
    for (const statuses of await Promise.all(calling))
      expect([200, 201, 409]).toEqual(expect.arrayContaining([...statuses]));
    await expectLogToAgree(institutionId);
  },
);
