import { describe, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { press, linkPath, referralBody } from '#testing/referrals';
import {
  applyReferrals,
  askApply,
  givenDryRun,
  referralRow,
  toReferralCsv,
  workReferrals,
  type SyntheticRow,
} from '../referral-files/testing.ts';
import { workReferralFiles } from './applying.ts';

const harness = useHarness();
const rowsOf = (count: number) => Array.from({ length: count }, () => referralRow());

/** How many referrals an institution has, and how many invitations were written. */
async function countOf({ owner }: Harness, institutionId: string) {
  const text = `select count(distinct r.id)::int as referrals, count(m.id)::int as messages,
      count(distinct r.vin)::int as vehicles, array_agg(distinct r.submitted_via) as via
    from referrals.referrals r left join customers.messages m on m.subject_id = r.id where r.institution_id = $1`;
  return (await owner.pool.query(text, [institutionId])).rows[0];
}

describe('a referral file', () => {
  it('the file refers no one until it is applied, then exactly the rows that are ready', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'operations' });
    const rows = [...rowsOf(2), referralRow({ Email: 'no address' })];
    const run = await givenDryRun(h, portal, toReferralCsv(rows));
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 0 });
    for (const body of [
      { ready: 3, leave_out: 1 },
      { ready: 2, leave_out: 0 },
    ]) {
      const { status, body: answer } = await portal.call('POST', `${run.path}/apply`, { body });
      expect([status, answer.code, answer.ready, answer.leave_out]).toEqual([409, 'referral_count_mismatch', 2, 1]);
    }
    const done = await applyReferrals(h, portal, run);
    expect(done).toMatchObject({ status: 'applied', done: 2, referred: 2, overtaken: 0 });
    expect(await countOf(h, portal.institutionId)).toEqual({ referrals: 2, messages: 2, vehicles: 2, via: ['portal'] });
    const { body } = await portal.call('GET', `${run.path}/rows?outcome=referred`);
    const { rows: stored } = await h.owner.pool.query(
      'select id, vin, external_ref, claim, liability from referrals.referrals where institution_id = $1 order by vin',
      [portal.institutionId],
    );
    expect(body.data.map((one: { referral_id: string }) => one.referral_id).toSorted()).toEqual(
      stored.map(({ id }) => id).toSorted(),
    );
    expect(stored[0]).toMatchObject({
      external_ref: rows[0]?.['Loan Number'],
      claim: { date_of_loss: '2026-11-01T00:00:00.000Z', initial_offer_cents: 1_500_000 },
      liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
    });
    expect((await askApply(portal, run)).body.code).toBe('invalid_state');
    const csv = await portal.call('GET', `${run.path}/result.csv`);
    expect(csv.text.split('\r\n')[3]).toMatch(/^4,invalid,,Email is not an email address/);
  });

  it('the same file uploaded again invites no one again, whatever their answers', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'operations' });
    const rows = rowsOf(4);
    const text = toReferralCsv(rows);
    const first = await applyReferrals(h, portal, await givenDryRun(h, portal, text));
    expect(first).toMatchObject({ referred: 4 });
    const same = await givenDryRun(h, portal, text);
    expect(same.file.counts).toMatchObject({ ready: 0, open: 4 });
    expect((await portal.call('POST', `${same.path}/apply`, { body: { ready: 4, leave_out: 0 } })).status).toBe(409);
    // One says no, the others let the invitation expire.
    const { body } = await portal.call('GET', `/referral-files/${first.id}/rows`);
    await press(h, await linkPath(h, body.data[0].referral_id), 'decline');
    h.clock.advance(15 * 86_400);
    const later = await givenPortalUser(h, { role: 'operations', institutionId: portal.institutionId });
    const third = await givenDryRun(h, later, text);
    expect(third.file.counts).toMatchObject({ ready: 0, open: 0, ended: 4 });
    // Another claim about the same car is another referral.
    const next = toReferralCsv(rows.map((row) => ({ ...row, 'Claim Number': `${row['Claim Number']}-B` })));
    expect((await givenDryRun(h, later, next)).file.counts).toMatchObject({ ready: 4 });
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 4, vehicles: 4 });
  });

  it('a row referred meanwhile, by a call or another file, has that as its outcome', async () => {
    const h = harness.current;
    const { institutionId, key } = await givenPartner(h);
    const portal = await givenPortalUser(h, { role: 'operations', institutionId });
    const rows = rowsOf(3);
    const [one, two] = [
      await givenDryRun(h, portal, toReferralCsv(rows)),
      await givenDryRun(h, portal, toReferralCsv(rows)),
    ];
    const body = referralBody({ vehicle: { ...referralBody().vehicle, vin: rows[0]!.VIN } });
    const { body: made } = await h.call('POST', '/api/gap/v1/referrals', { token: key, body });
    expect(await applyReferrals(h, portal, one)).toMatchObject({ status: 'applied', referred: 2, overtaken: 1 });
    expect(await applyReferrals(h, portal, two)).toMatchObject({ status: 'applied', referred: 0, overtaken: 3 });
    const overtaken = await portal.call('GET', `${one.path}/rows?outcome=overtaken`);
    expect(overtaken.body.data).toMatchObject([{ row: 2, referral_id: made.id }]);
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 3, vehicles: 3 });
  });

  it('the file continues after a worker died inside a block, and refers no one twice', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(230)));
    await askApply(portal, run);
    expect(await workReferralFiles(h.ctx, 1)).toBe(100);
    // Every new referral reads the clock: the process ends in the middle of the second block.
    let left = 60;
    const clock = {
      ...h.ctx.clock,
      now: () => {
        if ((left -= 1) < 0) throw new Error('the process ended');
        return h.ctx.clock.now();
      },
    };
    await expect(workReferralFiles({ ...h.ctx, clock }, 500)).rejects.toThrow('the process ended');
    const between = (await portal.call('GET', run.path)).body;
    expect([between.status, between.done]).toEqual(['applying', 100]);
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 100, messages: 100 });
    // The next worker takes it up immediately: the dead one recorded nothing.
    await workReferrals(h);
    await workReferrals(h);
    expect((await portal.call('GET', run.path)).body).toMatchObject({ status: 'applied', done: 230, referred: 230 });
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 230, messages: 230, vehicles: 230 });
  });

  it('several workers process the file concurrently, each block by one', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(450)));
    await askApply(portal, run);
    await Promise.all([1, 2, 3].map(() => workReferrals(h)));
    await workReferrals(h);
    expect((await portal.call('GET', run.path)).body).toMatchObject({ status: 'applied', done: 450, referred: 450 });
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 450, messages: 450, vehicles: 450 });
    const blocks = 'select count(*)::int as blocks from referral_files.blocks where file_id = $1';
    expect((await h.owner.pool.query(blocks, [run.file.id])).rows).toEqual([{ blocks: 5 }]);
  });

  it('a file applied twice concurrently is applied once', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(3)));
    const asked = await Promise.all([askApply(portal, run), askApply(portal, run)]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await workReferrals(h);
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 3, messages: 3 });
  });

  it('the file stops between two blocks; invited borrowers stay invited', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(150)));
    expect((await portal.call('POST', `${run.path}/stop`)).body.code).toBe('invalid_state');
    await askApply(portal, run);
    await workReferralFiles(h.ctx, 1);
    const stopped = await portal.call('POST', `${run.path}/stop`);
    expect(stopped.body).toMatchObject({ status: 'stopped', done: 100, referred: 100 });
    await workReferrals(h);
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 100, messages: 100 });
    const { text } = await portal.call('GET', `${run.path}/result.csv`);
    expect(text.match(/not referred,,the file was stopped/g)).toHaveLength(50);
    expect((await portal.call('POST', `${run.path}/stop`)).status).toBe(409);
  });

  it('the file of an institution suspended meanwhile stops', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(2)));
    await askApply(portal, run);
    await h.owner.pool.query(`update credentials.principals set status = 'suspended' where id = $1`, [
      portal.institutionId,
    ]);
    await workReferrals(h);
    const file = 'select status, problem from referral_files.files where id = $1';
    expect((await h.owner.pool.query(file, [run.file.id])).rows).toEqual([
      { status: 'stopped', problem: 'institution_suspended' },
    ]);
    expect(await countOf(h, portal.institutionId)).toMatchObject({ referrals: 0 });
  });
});

it('rejected rows are mended and uploaded again: they come as they were, formulas defused and read back', async () => {
  const h = harness.current;
  const portal = await givenPortalUser(h, { role: 'operations' });
  const bad: SyntheticRow = referralRow({ Phone: '+1 (212) 555-0142', Email: 'no address', 'Last Name': "=O'Neil, B" });
  const run = await givenDryRun(h, portal, toReferralCsv([referralRow(), bad]));
  await applyReferrals(h, portal, run);
  const { text } = await portal.call('GET', `${run.path}/rejected.csv`);
  expect(text).toContain(`"'=O'Neil, B"`);
  expect(text.split('\r\n')[1]).toMatch(/^3,Email is not an email address/);
  const again = await givenDryRun(h, portal, text.replace('no address', 'mended@example.com'));
  expect(again.file.counts).toMatchObject({ ready: 1, invalid: 0 });
  await applyReferrals(h, portal, again);
  const stored = await h.owner.pool.query(
    `select borrower from referrals.referrals where institution_id = $1 and borrower ->> 'email' = 'mended@example.com'`,
    [portal.institutionId],
  );
  expect(stored.rows).toMatchObject([{ borrower: { last_name: "=O'Neil, B", phone: '+12125550142' } }]);
});
