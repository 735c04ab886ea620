import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPortalUser } from '#testing/portal';
import { rosterVin } from '#testing/memberships';
import { storedOf } from '#test/fixtures/rosters';
import { purgeRosterFiles } from './roster-plans/plan-rows.ts';
import { executePlan } from './roster-plans/apply-roster-file.ts';
import { findFile } from './roster-files/store.ts';
import { applyPlan, givenPlan, toCsvFile, uploadFile, workFiles } from './roster-files/testing.ts';

const harness = useHarness();

const rowsOf = (count: number) =>
  Array.from({ length: count }, () => ({
    vin: rosterVin(),
    first: 'Synthetic',
    last: 'Member',
    email: 'member@example.com',
    phone: '2125550142',
  }));

describe('roster files in the portal', () => {
  it('roster files can be changed by operations, seen by readers, and neither by others', async () => {
    const h = harness.current;
    const operations = await givenPortalUser(h, { role: 'operations' });
    const { institutionId } = operations;
    const { path, file } = await givenPlan(h, operations, toCsvFile(rowsOf(1)));
    for (const role of ['read_only', 'developer', 'finance'] as const) {
      const other = await givenPortalUser(h, { role, institutionId });
      const sees = role === 'read_only' ? 200 : 403;
      for (const one of ['/rosters', path, `${path}/rows`, `${path}/result.csv`])
        expect((await other.call('GET', one)).status).toBe(sees);
      expect((await uploadFile(h, other, 'VIN\n1')).status).toBe(403);
      const mapping = file.columns.map(({ field }: { field: string | null }) => field);
      expect((await other.call('PUT', `${path}/mapping`, { body: { mapping } })).status).toBe(403);
      expect((await other.call('POST', `${path}/apply`, { body: {} })).status).toBe(403);
      expect((await other.call('POST', `${path}/undo`)).status).toBe(403);
    }
  });

  it('roster files of another institution or the other mode get the same response as unknown ones, byte for byte', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { fresh: true });
    const other = await givenPortalUser(h, { fresh: true });
    const { path, file } = await givenPlan(h, portal, toCsvFile(rowsOf(1)));
    const mapping = file.columns.map(({ field }: { field: string | null }) => field);
    const unknown = `${path.slice(0, -3)}zzz`;
    const calls = [
      ['GET', '', undefined],
      ['GET', '/rows', undefined],
      ['GET', '/result.csv', undefined],
      ['PUT', '/mapping', { mapping }],
      ['POST', '/apply', {}],
      ['POST', '/undo', undefined],
    ] as const;
    const bare = (text: string) => text.replaceAll(/"(instance|request_id)":"[^"]*"/g, '');
    for (const [method, tail, body] of calls) {
      const options = body === undefined ? {} : { body };
      const nowhere = await other.call(method, unknown + tail, options);
      const foreign = await other.call(method, path + tail, options);
      const otherMode = await portal.call(method, path + tail, { ...options, mode: 'live' });
      expect([nowhere.status, foreign.status, otherMode.status]).toEqual([404, 404, 404]);
      expect(bare(foreign.text)).toBe(bare(nowhere.text));
      expect(bare(otherMode.text)).toBe(bare(nowhere.text));
    }
    expect((await other.call('GET', '/rosters')).body.data).toEqual([]);
    expect((await portal.call('GET', '/rosters', { mode: 'live' })).body.data).toEqual([]);
  });

  it('changes to roster files need a signed-in user, one of our pages, and in live mode a recent code', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const path = `/api/portal/v1/${portal.institutionId}/test/rosters`;
    expect((await h.call('GET', path)).status).toBe(401);
    const foreign = {
      ...portal.headers,
      origin: 'https://elsewhere.example',
      'content-type': 'application/octet-stream',
    };
    expect((await h.call('POST', path, { raw: 'VIN\n1', headers: foreign })).status).toBe(403);
    const asForm = { ...portal.headers, 'content-type': 'text/plain' };
    expect((await h.call('POST', path, { raw: 'VIN\n1', headers: asForm })).status).toBe(415);
    const plan = await givenPlan(h, portal, toCsvFile(rowsOf(1)), { mode: 'live' });
    for (const tail of ['/apply', '/undo']) {
      const body = tail === '/apply' ? { body: {} } : {};
      const refused = await portal.call('POST', plan.path + tail, { mode: 'live', ...body });
      expect([refused.status, refused.body.code]).toEqual([403, 'fresh_code_required']);
    }
  });

  it('show contacts of live borrowers only to who may see them', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h);
    const reader = await givenPortalUser(h, { role: 'read_only', institutionId: owner.institutionId });
    const live = await givenPlan(h, owner, toCsvFile(rowsOf(1)), { mode: 'live' });
    const all = async (who: typeof owner, mode: 'live' | 'test', path: string) =>
      (await Promise.all(['', '/rows', '/result.csv'].map((tail) => who.call('GET', path + tail, { mode }))))
        .map(({ text }) => text)
        .join('');
    expect(await all(owner, 'live', live.path)).toMatch(/member@example.com[\s\S]*\+12125550142/);
    expect(await all(reader, 'live', live.path)).not.toMatch(/member@example|2125550142|Synthetic|"Member"/);
    const nameTo = async (who: typeof owner) => (await who.call('GET', '/rosters', { mode: 'live' })).body.data[0].name;
    // A user's name for a file may be a person's.
    expect(await nameTo(reader)).toBe('•••.csv');
    expect(await nameTo(owner)).not.toContain('•');
    const odd = toCsvFile(rowsOf(1)).replace('Loan Number', 'Synthetic');
    const { body: file } = await uploadFile(h, owner, odd, { mode: 'live' });
    expect(await all(owner, 'live', `/rosters/${file.id}`)).toContain('"name":"Synthetic"');
    expect(await all(reader, 'live', `/rosters/${file.id}`)).not.toMatch(
      /member@example|2125550142|Synthetic|"Member"/,
    );
    const test = await givenPlan(h, owner, toCsvFile(rowsOf(1)));
    expect(await all(reader, 'test', test.path)).toContain('member@example.com');
  });

  it('roster files without column names are refused: their first row would be lost', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const [, ...rows] = toCsvFile(rowsOf(2)).split('\r\n');
    const { status, body, text } = await uploadFile(h, portal, rows.join('\r\n'));
    expect([status, body.code]).toEqual([422, 'roster_file_unreadable']);
    expect(text).toContain('first_row_is_data');
  });

  it('each change to a roster file leaves a row in the trail', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile(rowsOf(1))));
    const { rows } = await h.owner.pool.query<{ operation: string }>(
      'select operation from audit.entries where institution_id = $1 order by seq',
      [portal.institutionId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'roster-files.upload',
      'roster-files.map-columns',
      'roster-files.apply',
    ]);
  });

  it('roster files continue after an interruption where they were, and change nothing twice', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const plan = await givenPlan(h, portal, toCsvFile(rowsOf(12_000)));
    await portal.call('POST', `${plan.path}/apply`, { body: {} });
    const ctx = { ...h.ctx, db: h.ctx.db.seeing({ account: portal.institutionId }) };
    const tenant = { institutionId: portal.institutionId, livemode: false };
    const file = await findFile(ctx.db, tenant, plan.file.id);
    // The process ends when the second block begins: the connection is gone, the first block is committed.
    let blocks = 0;
    const interrupted = ctx.db.inBulk((session) =>
      executePlan(
        ctx,
        {
          ...session,
          run: (query) => {
            if (query.text === 'truncate planned' && (blocks += 1) === 2) throw new Error('the process ended');
            return session.run(query);
          },
        },
        file!,
      ),
    );
    await expect(interrupted).rejects.toThrow('the process ended');
    expect((await portal.call('GET', plan.path)).body).toMatchObject({ status: 'applying', changes_done: 10_000 });
    await workFiles(h);
    await workFiles(h);
    expect((await portal.call('GET', plan.path)).body).toMatchObject({ status: 'applied', overtaken: 0 });
    expect(await storedOf(h, portal.institutionId)).toHaveLength(12_000);
  });

  it('roster files lose the stored file when applied, and everything after 30 days', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const applied = await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile(rowsOf(2))));
    const only = await uploadFile(h, portal, toCsvFile(rowsOf(2)));
    const purge = async () => {
      while ((await purgeRosterFiles(h.ctx, 500)) > 0);
    };
    await purge();
    const stored = async () => {
      const found: string[] = [];
      for await (const key of h.ctx.objects.list()) if (key.includes(portal.institutionId)) found.push(key);
      return found;
    };
    expect(await stored()).toEqual([expect.stringContaining(only.body.id)]);
    h.clock.advance(8 * 86_400);
    await purge();
    expect(await stored()).toEqual([]);
    h.clock.advance(23 * 86_400);
    for (const _ of [1, 2]) await purge();
    const left = await h.owner.pool.query(
      `select id from roster_files.files where institution_id = $1
       union all select file_id from roster_files.plan_rows where institution_id = $1`,
      [portal.institutionId],
    );
    expect(left.rows).toEqual([]);
    expect(applied.status).toBe('applied');
  });
});
