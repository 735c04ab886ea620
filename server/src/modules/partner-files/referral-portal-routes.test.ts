import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { eraseCustomer } from '#modules/privacy';
import { useHarness } from '#test/harness';
import { givenPortalUser } from '#testing/portal';
import { purgeReferralFiles } from './referral-uploads/files.ts';
import {
  applyReferrals,
  askApply,
  givenDryRun,
  referralRow,
  toReferralCsv,
  uploadReferrals,
  workReferrals,
} from './referral-files/testing.ts';

const harness = useHarness();
const tails = ['', '/rows', '/result.csv', '/rejected.csv'];

describe('referral files in the portal', () => {
  it('referral files can be changed by operations, seen by readers, and neither by finance', async () => {
    const h = harness.current;
    const operations = await givenPortalUser(h, { role: 'operations' });
    const { path, file } = await givenDryRun(h, operations, toReferralCsv([referralRow()]));
    const mapping = file.columns.map(({ field }: { field: string | null }) => field);
    for (const role of ['read_only', 'developer', 'finance'] as const) {
      const other = await givenPortalUser(h, { role, institutionId: operations.institutionId });
      const sees = role === 'finance' ? 403 : 200;
      for (const one of ['/referral-files', '/referral-files/template.csv', ...tails.map((tail) => path + tail)])
        expect((await other.call('GET', one)).status).toBe(sees);
      expect((await uploadReferrals(h, other, 'VIN\n1')).status).toBe(403);
      expect((await other.call('PUT', `${path}/mapping`, { body: { mapping } })).status).toBe(403);
      expect((await other.call('POST', `${path}/apply`, { body: { ready: 1, leave_out: 0 } })).status).toBe(403);
      expect((await other.call('POST', `${path}/stop`)).status).toBe(403);
    }
  });

  it('referral files of another institution or the other mode get the same response as unknown ones, byte for byte', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { fresh: true });
    const other = await givenPortalUser(h, { fresh: true });
    const { path, file } = await givenDryRun(h, portal, toReferralCsv([referralRow()]));
    const mapping = file.columns.map(({ field }: { field: string | null }) => field);
    const unknown = `${path.slice(0, -3)}zzz`;
    const calls = [
      ...tails.map((tail) => ['GET', tail, undefined] as const),
      ['PUT', '/mapping', { mapping }],
      ['POST', '/apply', { ready: 1, leave_out: 0 }],
      ['POST', '/stop', undefined],
    ] as const;
    const bare = (text: string) => text.replaceAll(/"(instance|request_id)":"[^"]*"/g, '');
    for (const [method, tail, body] of calls) {
      const options = body === undefined ? {} : { body };
      const nowhere = await other.call(method, unknown + tail, options);
      const foreign = await other.call(method, path + tail, options);
      const live = await portal.call(method, path + tail, { mode: 'live', ...options });
      expect([nowhere.status, foreign.status, live.status]).toEqual([404, 404, 404]);
      expect(bare(foreign.text)).toBe(bare(nowhere.text));
      expect(bare(live.text)).toBe(bare(nowhere.text));
    }
    expect((await other.call('GET', '/referral-files')).body.data).toEqual([]);
    expect((await portal.call('GET', '/referral-files', { mode: 'live' })).body.data).toEqual([]);
  });

  it('are applied in live mode with a fresh code only', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv([referralRow()]), { mode: 'live' });
    const refused = await askApply(portal, run);
    expect([refused.status, refused.body.code]).toEqual([403, 'fresh_code_required']);
  });

  it('show contacts of live borrowers only to who may see them, in files without names of columns too', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h);
    const { institutionId } = owner;
    const row = referralRow({ Email: 'seen@example.com', Phone: '2125550142', 'Last Name': 'Seenname' });
    const two = 'someone@example.com / 2125550142, seen example';
    const run = await givenDryRun(
      h,
      owner,
      toReferralCsv([
        row,
        { ...row, Email: 'seen example', Phone: '212555014' },
        { ...row, Email: two, Phone: 'seen example 0142' },
      ]),
      {
        mode: 'live',
      },
    );
    const headless = await uploadReferrals(h, owner, 'Seenname,seen example\nSeenname,seen@example.com', {
      mode: 'live',
    });
    const all = async (who: typeof owner) => {
      const paths = [...tails.map((tail) => run.path + tail), `/referral-files/${headless.body.id}`, '/referral-files'];
      const answers = await Promise.all(paths.map((path) => who.call('GET', path, { mode: 'live' })));
      return answers.map(({ text }) => text).join('');
    };
    expect(await all(owner)).toMatch(/seen@example.com[\s\S]*2125550142/);
    for (const role of ['read_only', 'developer'] as const) {
      const reader = await givenPortalUser(h, { role, institutionId });
      const text = await all(reader);
      expect(text).not.toMatch(/seen@|seen example|212555014|Seenname/);
      // A user's name for a file may be a person's.
      expect(text).toContain('"name":"•••.csv"');
      expect(text).not.toContain('synthetic.csv');
      // A VIN is masked as in every list of referrals.
      expect(text).not.toContain(row.VIN);
      expect((await reader.call('GET', `${run.path}/rejected.csv`, { mode: 'live' })).status).toBe(403);
    }
  });

  it('each change to a referral file leaves a row in the trail', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const run = await givenDryRun(h, portal, toReferralCsv([referralRow()]));
    await askApply(portal, run);
    await portal.call('POST', `${run.path}/stop`);
    const { rows } = await h.owner.pool.query<{ operation: string }>(
      'select operation from audit.entries where institution_id = $1 order by seq',
      [portal.institutionId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'referral-files.upload',
      'referral-files.map-columns',
      'referral-files.apply',
      'referral-files.stop',
    ]);
  });

  it('referral files keep nothing of an erased person: referred, ready or invalid', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const email = 'erased-borrower@example.com';
    const gone = referralRow({ Email: email });
    const done = await givenDryRun(h, portal, toReferralCsv([gone, referralRow()]));
    await applyReferrals(h, portal, done);
    const ready = await givenDryRun(
      h,
      portal,
      toReferralCsv([referralRow({ Email: email }), referralRow({ Email: email, Year: 'x' }), referralRow()]),
    );
    await askApply(portal, ready);
    const raw = await uploadReferrals(h, portal, toReferralCsv([referralRow({ Email: email }), referralRow()]));
    await eraseCustomer({ ...h.ctx, db: h.ctx.db.seeing('all') }, { name: email, by: 'test', close: closeErased });
    await workReferrals(h);
    const { rows } = await h.owner.pool.query(
      `select outcome, cells is null as empty, contacts from referral_files.rows where institution_id = $1 and file_id <> $3
       order by file_id = $2, row_number`,
      [portal.institutionId, ready.file.id, raw.body.id],
    );
    expect(rows.map(({ outcome, empty }) => [outcome, empty])).toEqual([
      ['referred', true],
      ['referred', false],
      ['erased', true],
      ['invalid', true],
      ['referred', false],
    ]);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect((await portal.call('GET', ready.path)).body).toMatchObject({ status: 'applied', referred: 1 });
    for (const tail of tails) expect((await portal.call('GET', ready.path + tail)).status).toBe(200);
    // Also in a file whose columns are not mapped yet.
    const mapping = raw.body.columns.map(({ field }: { field: string | null }) => field);
    const checked = await portal.call('PUT', `/referral-files/${raw.body.id}/mapping`, { body: { mapping } });
    expect(checked.body.counts).toMatchObject({ ready: 1, invalid: 0 });
    const { body } = await portal.call('GET', `/referral-files/${raw.body.id}/rows?outcome=erased`);
    expect(body.data).toMatchObject([{ row: 2, borrower: null, vin: null }]);
  });

  it('referral files lose their cells after 7 days and everything after 30; the outcomes stay until then', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const applied = await givenDryRun(h, portal, toReferralCsv([referralRow()]));
    await applyReferrals(h, portal, applied);
    const only = await givenDryRun(h, portal, toReferralCsv([referralRow()]));
    const purge = async () => {
      while ((await purgeReferralFiles(h.ctx, 500)) > 0);
    };
    await purge();
    h.clock.advance(8 * 86_400);
    await purge();
    const later = await givenPortalUser(h, { institutionId: portal.institutionId });
    const { rows } = await h.owner.pool.query(
      `select count(*)::int as rows, count(cells)::int as full from referral_files.rows where institution_id = $1`,
      [portal.institutionId],
    );
    expect(rows).toEqual([{ rows: 2, full: 0 }]);
    expect((await later.call('GET', only.path)).body).toMatchObject({ status: 'expired', cells_until: null });
    expect((await later.call('GET', `${applied.path}/result.csv`)).text).toContain('2,referred,ref_');
    expect((await askApply(later, only)).body.code).toBe('invalid_state');
    h.clock.advance(23 * 86_400);
    await purge();
    const left = await h.owner.pool.query(
      `select id from referral_files.files where institution_id = $1
       union all select file_id from referral_files.rows where institution_id = $1
       union all select file_id from referral_files.blocks where institution_id = $1`,
      [portal.institutionId],
    );
    expect(left.rows).toEqual([]);
  });
});
