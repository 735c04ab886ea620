import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { eraseCustomer } from '#modules/privacy';
import { useHarness, type Harness } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { purgeReferralFiles } from '../referral-uploads/files.ts';
import {
  askApply,
  givenDryRun,
  referralRow,
  toReferralCsv,
  uploadReferrals,
  workReferrals,
} from '../referral-files/testing.ts';
import { workReferralFiles } from './applying.ts';

const harness = useHarness();
const rowsOf = (count: number) => Array.from({ length: count }, () => referralRow());

const countOf = async ({ owner }: Harness, { institutionId }: PortalBrowser) =>
  (
    await owner.pool.query(
      `select count(distinct r.id)::int as referrals, count(m.id)::int as messages, count(distinct r.vin)::int as vehicles
       from referrals.referrals r left join customers.messages m on m.subject_id = r.id where r.institution_id = $1`,
      [institutionId],
    )
  ).rows[0];

/** A file with one finished block of a hundred rows. */
async function givenBegun(h: Harness, portal: PortalBrowser, count: number) {
  const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(count)));
  await askApply(portal, run);
  expect(await workReferralFiles(h.ctx, 1)).toBe(100);
  return run;
}

describe('a stopped referral file', () => {
  it('a stopped file is resumed where it was, once, and refers no one twice', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenBegun(h, portal, 230);
    expect((await portal.call('POST', `${run.path}/resume`)).body.code).toBe('invalid_state');
    const stopped = await portal.call('POST', `${run.path}/stop`);
    expect(stopped.body).toMatchObject({ status: 'stopped', can_resume: true });
    const answers = await Promise.all([1, 2].map(() => portal.call('POST', `${run.path}/resume`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const resumed = answers.find(({ status }) => status === 200)?.body;
    expect(resumed).toMatchObject({ status: 'applying', finished_at: null, problem: null, can_resume: false });
    await Promise.all([1, 2].map(() => workReferrals(h)));
    await workReferrals(h);
    expect((await portal.call('GET', run.path)).body).toMatchObject({ status: 'applied', done: 230, referred: 230 });
    expect(await countOf(h, portal)).toEqual({ referrals: 230, messages: 230, vehicles: 230 });
    const blocks = 'select block from referral_files.blocks where file_id = $1 order by block';
    expect((await h.owner.pool.query(blocks, [run.file.id])).rows).toEqual([{ block: 0 }, { block: 1 }, { block: 2 }]);
    const { rows } = await h.owner.pool.query<{ operation: string }>(
      'select operation from audit.entries where institution_id = $1 order by seq',
      [portal.institutionId],
    );
    expect(rows.map(({ operation }) => operation).slice(-2)).toEqual(['referral-files.stop', 'referral-files.resume']);
  });

  it('a stopped file can be resumed by users who may refer, in live mode with a recent code, as long as its cells exist', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { fresh: true });
    const { institutionId } = portal;
    const run = await givenDryRun(h, portal, toReferralCsv(rowsOf(2)), { mode: 'live' });
    await askApply(portal, run);
    await portal.call('POST', `${run.path}/stop`, { mode: 'live' });
    const reader = await givenPortalUser(h, { role: 'read_only', institutionId });
    expect((await reader.call('POST', `${run.path}/resume`, { mode: 'live' })).status).toBe(403);
    const tired = await givenPortalUser(h, { role: 'operations', institutionId });
    expect((await tired.call('POST', `${run.path}/resume`, { mode: 'live' })).body.code).toBe('fresh_code_required');
    h.clock.advance(8 * 86_400);
    while ((await purgeReferralFiles(h.ctx, 500)) > 0);
    const later = await givenPortalUser(h, { institutionId, fresh: true });
    expect((await later.call('GET', run.path, { mode: 'live' })).body).toMatchObject({ can_resume: false });
    expect((await later.call('POST', `${run.path}/resume`, { mode: 'live' })).status).toBe(409);
    expect(await countOf(h, portal)).toMatchObject({ referrals: 0 });
  });

  it('a resumed file does not refer or count a person erased meanwhile', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const [first, gone] = [referralRow(), referralRow({ Email: 'gone-while-stopped@example.com' })];
    const run = await givenDryRun(h, portal, toReferralCsv([first, gone]));
    await askApply(portal, run);
    await portal.call('POST', `${run.path}/stop`);
    const name = gone.Email;
    await eraseCustomer({ ...h.ctx, db: h.ctx.db.seeing('all') }, { name, by: 'test', close: closeErased });
    expect((await portal.call('GET', run.path)).body).toMatchObject({
      counts: { ready: 1 },
      done: 0,
      can_resume: true,
    });
    await portal.call('POST', `${run.path}/resume`);
    await workReferrals(h);
    expect((await portal.call('GET', run.path)).body).toMatchObject({ status: 'applied', done: 1, referred: 1 });
    expect(await countOf(h, portal)).toMatchObject({ referrals: 1 });
  });
});

describe('a referral file that is being applied', () => {
  it('the file stops at the next block when its user was removed; another user resumes it', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h);
    const portal = await givenPortalUser(h, { role: 'operations', institutionId: owner.institutionId });
    const run = await givenBegun(h, portal, 120);
    await h.owner.pool.query('delete from portal.role_assignments where user_id = $1', [portal.userId]);
    await workReferrals(h);
    const stopped = (await owner.call('GET', run.path)).body;
    expect(stopped).toMatchObject({ status: 'stopped', problem: 'user_removed', done: 100 });
    expect((await owner.call('POST', `${run.path}/resume`)).status).toBe(200);
    await workReferrals(h);
    expect((await owner.call('GET', run.path)).body).toMatchObject({ status: 'applied', referred: 120, problem: null });
    expect(await countOf(h, owner)).toEqual({ referrals: 120, messages: 120, vehicles: 120 });
  });

  it('a sandbox reset stops the file, and it cannot be resumed during the reset', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenBegun(h, portal, 120);
    const reset = await portal.call('POST', '/sandbox/reset', { body: { confirm: 'empty the sandbox' } });
    expect(reset.status).toBeLessThan(300);
    await workReferrals(h);
    const stopped = (await portal.call('GET', run.path)).body;
    expect(stopped).toMatchObject({ status: 'stopped', problem: 'sandbox_reset', done: 100 });
    expect((await portal.call('POST', `${run.path}/resume`)).body.current_status).toBe('sandbox_resetting');
    expect((await uploadReferrals(h, portal, toReferralCsv(rowsOf(1)))).body.current_status).toBe('sandbox_resetting');
  });
});

it('a dry run does not count persons erased since, and a row without any contact is identified by its vehicle', async () => {
  const h = harness.current;
  const portal = await givenPortalUser(h);
  const gone = referralRow({ Email: 'gone-before-apply@example.com' });
  const first = await givenDryRun(h, portal, toReferralCsv([gone]));
  await askApply(portal, first);
  await workReferrals(h);
  const nameless = referralRow({ VIN: gone.VIN, Email: '', 'Last Name': 'Onlyname' });
  const again = await givenDryRun(
    h,
    portal,
    toReferralCsv([nameless, referralRow({ Email: gone.Email }), referralRow()]),
  );
  expect(again.file).toMatchObject({ counts: { ready: 2, invalid: 1 } });
  const name = gone.Email;
  await eraseCustomer({ ...h.ctx, db: h.ctx.db.seeing('all') }, { name, by: 'test', close: closeErased });
  const left = (await portal.call('GET', again.path)).body;
  expect(left).toMatchObject({ status: 'checked', counts: { ready: 1, invalid: 1 } });
  for (const tail of ['', '/rows', '/result.csv', '/rejected.csv']) {
    const { text } = await portal.call('GET', again.path + tail);
    for (const one of ['Onlyname', gone.Email, gone.VIN]) expect(text).not.toContain(one);
  }
  expect((await askApply(portal, { ...again, file: left })).status).toBe(200);
  await workReferrals(h);
  expect((await portal.call('GET', again.path)).body).toMatchObject({ status: 'applied', done: 1, referred: 1 });
});
