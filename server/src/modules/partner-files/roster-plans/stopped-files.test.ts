import { describe, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { rosterVin } from '#testing/memberships';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { findFile } from '../roster-files/store.ts';
import { givenPlan, toCsvFile, uploadFile, workFiles } from '../roster-files/testing.ts';
import { executePlan } from './apply-roster-file.ts';

const harness = useHarness();

const rowsOf = (count: number) =>
  Array.from({ length: count }, () => ({ vin: rosterVin(), first: 'Synthetic', last: 'Member' }));

async function asked(
  h: Harness,
  portal: PortalBrowser,
  { count, mode = 'test' }: { count: number; mode?: 'test' | 'live' },
) {
  const plan = await givenPlan(h, portal, toCsvFile(rowsOf(count)), { mode });
  expect((await portal.call('POST', `${plan.path}/apply`, { mode, body: {} })).status).toBe(200);
  return plan;
}

/** Executes a plan as the worker does, and runs a callback when its first block is read. */
async function executing(
  h: Harness,
  { institutionId, fileId }: { institutionId: string; fileId: string },
  happens: () => Promise<unknown>,
) {
  const ctx = { ...h.ctx, db: h.ctx.db.seeing({ account: institutionId }) };
  const file = await findFile(ctx.db, { institutionId, livemode: false }, fileId);
  let first = true;
  await ctx.db.inBulk((session) =>
    executePlan(
      ctx,
      {
        ...session,
        run: async (query) => {
          const rows = await session.run(query);
          if (first && query.text.startsWith('insert into planned')) {
            first = false;
            await happens();
          }
          return rows as never;
        },
      },
      file!,
    ),
  );
}

const enrolled = async ({ owner }: Harness, { institutionId }: PortalBrowser, status: string): Promise<number> =>
  (
    await owner.pool.query('select from memberships.enrollments where institution_id = $1 and status = $2', [
      institutionId,
      status,
    ])
  ).rows.length;

const changeRole = ({ owner }: Harness, { userId, institutionId }: PortalBrowser, role: string | undefined) =>
  role === undefined
    ? owner.pool.query('delete from portal.role_assignments where user_id = $1 and institution_id = $2', [
        userId,
        institutionId,
      ])
    : owner.pool.query('update portal.role_assignments set role = $3 where user_id = $1 and institution_id = $2', [
        userId,
        institutionId,
        role,
      ]);

describe('a roster file that is being applied', () => {
  it('the file stops at the next block when its user is removed; another user undoes the changes', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h);
    const portal = await givenPortalUser(h, { role: 'operations', institutionId: owner.institutionId });
    const plan = await asked(h, portal, { count: 10_100 });
    await executing(h, { institutionId: portal.institutionId, fileId: plan.file.id }, () =>
      changeRole(h, portal, undefined),
    );
    const stopped = (await owner.call('GET', plan.path)).body;
    expect(stopped).toMatchObject({ status: 'stopped', problem: 'user_removed', changes_done: 10_000, can_undo: true });
    await workFiles(h);
    expect(await enrolled(h, portal, 'active')).toBe(10_000);
    const { text } = await owner.call('GET', `${plan.path}/result.csv`);
    expect(text.match(/not added,the file was stopped before this row/g)).toHaveLength(100);
    expect((await owner.call('POST', `${plan.path}/undo`)).status).toBe(200);
    await workFiles(h);
    expect((await owner.call('GET', plan.path)).body).toMatchObject({
      status: 'undone',
      undo_done: 10_000,
      undo_overtaken: 0,
    });
    expect([await enrolled(h, portal, 'active'), await enrolled(h, portal, 'canceled')]).toEqual([0, 10_000]);
  }, 120_000);

  it.each([
    ['a role that may not', 'read_only', 'user_removed'],
    ['a suspended institution', '', 'institution_suspended'],
  ])('the file is not started for %s', async (_, role, problem) => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'operations' });
    const plan = await asked(h, portal, { count: 2 });
    if (role === '')
      await h.owner.pool.query(`update credentials.principals set status = 'suspended' where id = $1`, [
        portal.institutionId,
      ]);
    else await changeRole(h, portal, role);
    await workFiles(h);
    const file = 'select status, problem, applied_through from roster_files.files where id = $1';
    expect((await h.owner.pool.query(file, [plan.file.id])).rows).toEqual([
      { status: 'stopped', problem, applied_through: 0 },
    ]);
    expect(await enrolled(h, portal, 'active')).toBe(0);
    if (role === '') return;
    const seen = (await portal.call('GET', plan.path)).body;
    expect(seen).toMatchObject({ status: 'stopped', can_undo: false });
  });

  it('a sandbox reset stops the file: the current block commits nothing, and live files continue', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { fresh: true });
    const live = await asked(h, portal, { count: 3, mode: 'live' });
    const plan = await asked(h, portal, { count: 2 });
    const reset = () => portal.call('POST', '/sandbox/reset', { body: { confirm: 'empty the sandbox' } });
    await expect(
      executing(h, { institutionId: portal.institutionId, fileId: plan.file.id }, async () =>
        expect((await reset()).status).toBeLessThan(300),
      ),
    ).rejects.toThrow('the block was interrupted');
    await workFiles(h);
    expect((await portal.call('GET', plan.path)).body).toMatchObject({
      status: 'stopped',
      problem: 'sandbox_reset',
      changes_done: 0,
      can_undo: false,
    });
    expect(await enrolled(h, portal, 'active')).toBe(3);
    expect((await portal.call('GET', live.path, { mode: 'live' })).body).toMatchObject({ status: 'applied' });
    // During the reset, sandbox files cannot be uploaded or previewed; live ones can.
    expect((await uploadFile(h, portal, toCsvFile(rowsOf(1)))).body.current_status).toBe('sandbox_resetting');
    expect((await portal.call('POST', `${plan.path}/undo`)).body.current_status).toBe('sandbox_resetting');
    expect((await uploadFile(h, portal, toCsvFile(rowsOf(1)), { mode: 'live' })).status).toBe(201);
  });
});
