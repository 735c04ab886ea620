import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { eraseCustomer } from '#modules/privacy';
import { useHarness, type Harness } from '#test/harness';
import { toWorkbook } from '#test/fixtures/workbook';
import { rosterVin } from '#testing/memberships';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { findFile } from '../roster-files/store.ts';
import { applyPlan, givenPlan, toCsvFile, uploadFile, workFiles, type SyntheticRow } from '../roster-files/testing.ts';
import { executePlan } from './apply-roster-file.ts';

const harness = useHarness();

let turn = 0;
/** Their contacts are unique. */
const newPerson = (): SyntheticRow & { readonly email: string } => ({
  vin: rosterVin(),
  first: `Gone${(turn += 1)}`,
  last: 'Synthetic',
  email: `gone-${turn}@example.com`,
  phone: `21255501${String(10 + turn)}`,
  ref: `gone-ref-${turn}`,
});
const others = (count: number): SyntheticRow[] =>
  Array.from({ length: count }, () => ({ vin: rosterVin(), first: 'Somebody', last: 'Else' }));

const erase = (h: Harness, name: string) =>
  eraseCustomer({ ...h.ctx, db: h.ctx.db.seeing('all') }, { name, by: 'test', close: closeErased });

async function storedParts(h: Harness, { institutionId }: PortalBrowser): Promise<string[]> {
  const found: string[] = [];
  for await (const key of h.ctx.objects.list()) if (key.includes(institutionId)) found.push(key);
  return found;
}

const enrolled = async (h: Harness, { institutionId }: PortalBrowser) =>
  (
    await h.owner.pool.query(
      'select vin, status, first_name, email from memberships.enrollments where institution_id = $1 order by vin',
      [institutionId],
    )
  ).rows;

const asNdjson = (rows: readonly SyntheticRow[]): string =>
  rows
    .map(({ vin, first, last, email, phone }) =>
      JSON.stringify({ vehicle: { vin }, member: { first_name: first, last_name: last, email, phone } }),
    )
    .join('\n');

const forms = {
  csv: toCsvFile,
  'csv in UTF-16': (rows) => Buffer.from(`\uFEFF${toCsvFile(rows)}`, 'utf16le'),
  ndjson: asNdjson,
  xlsx: (rows) =>
    toWorkbook([['VIN', 'First', 'Last', 'Mail'], ...rows.map((r) => [r.vin, r.first, r.last, r.email ?? ''])]),
} satisfies Record<string, (rows: readonly SyntheticRow[]) => string | Uint8Array>;

describe('an unapplied roster file with a person who is erased', () => {
  it.each(Object.entries(forms))('the file ends if it was only uploaded: %s', async (_, write) => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    const { body } = await uploadFile(h, portal, write([...others(2), person]));
    const other = await uploadFile(
      h,
      portal,
      write([...others(1), { ...person, email: `not-${person.email}`, phone: '' }]),
    );
    await erase(h, person.email);
    const ended = (await portal.call('GET', `/rosters/${body.id}`)).body;
    expect(ended).toMatchObject({ status: 'failed', problem: 'person_erased', file_stored: false, columns: [] });
    const mapped = await portal.call('PUT', `/rosters/${body.id}/mapping`, { body: { mapping: [] } });
    expect([mapped.status, mapped.body.detail]).toEqual([
      409,
      'The data of somebody in this file was erased. Upload it again without them.',
    ]);
    // The other file does not contain an erased person.
    expect((await portal.call('GET', `/rosters/${other.body.id}`)).body).toMatchObject({
      status: 'uploaded',
      file_stored: true,
    });
    expect(await storedParts(h, portal)).toEqual([expect.stringContaining(other.body.id)]);
  });

  it('the file ends with its preview, and cannot be applied', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    // Found by the number alone, however it is written, in an invalid row.
    const invalid = { ...person, vin: 'SHORT', email: '', phone: '(212) 555-0199' };
    const plans = [
      await givenPlan(h, portal, toCsvFile([...others(1), person])),
      await givenPlan(h, portal, toCsvFile([...others(2), invalid])),
    ];
    await erase(h, person.email);
    await erase(h, '+12125550199');
    for (const { path } of plans) {
      expect((await portal.call('GET', path)).body).toMatchObject({ status: 'failed', problem: 'person_erased' });
      expect((await portal.call('POST', `${path}/apply`, { body: {} })).status).toBe(409);
      expect((await portal.call('GET', `${path}/rows`)).status).toBe(409);
      expect((await portal.call('GET', `${path}/result.csv`)).text.split('\r\n').filter(Boolean)).toHaveLength(1);
    }
    const rows = 'select from roster_files.plan_rows where institution_id = $1';
    expect((await h.owner.pool.query(rows, [portal.institutionId])).rows).toEqual([]);
    expect(await storedParts(h, portal)).toEqual([]);
    await workFiles(h);
    expect(await enrolled(h, portal)).toEqual([]);
  });

  it('the file ends by the vehicle, if their row has no contact', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile([person])));
    const { body } = await uploadFile(
      h,
      portal,
      toCsvFile([{ vin: person.vin.toLowerCase(), first: 'Gone', last: 'S' }]),
    );
    await erase(h, person.email);
    expect((await portal.call('GET', `/rosters/${body.id}`)).body).toMatchObject({ problem: 'person_erased' });
  });

  it('the file ends while it is being read', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    const { body } = await uploadFile(h, portal, toCsvFile([...others(1), person]));
    const mapping = body.columns.map(({ field }: { field: string | null }) => field);
    await portal.call('PUT', `/rosters/${body.id}/mapping`, { body: { mapping } });
    await erase(h, person.email);
    await workFiles(h);
    expect((await portal.call('GET', `/rosters/${body.id}`)).body).toMatchObject({ problem: 'person_erased' });
  });
});

describe('an applied roster file with a person who is erased', () => {
  it("the person's row shows the erasure and nothing else of them", async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    const { id } = await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile([...others(1), person])));
    await erase(h, person.email);
    const { body, text } = await portal.call('GET', `/rosters/${id}/rows`);
    expect(body.data.map((row: { erased: boolean }) => row.erased).toSorted()).toEqual([false, true]);
    const csv = (await portal.call('GET', `/rosters/${id}/result.csv`)).text;
    expect(csv).toMatch(/\d,,erased,the data of this member was erased,/);
    const view = (await portal.call('GET', `/rosters/${id}`)).text;
    for (const one of [person.email, person.first, person.vin, person.ref ?? ''])
      for (const shown of [text, csv, view]) expect(shown).not.toContain(one);
    expect(await storedParts(h, portal)).toEqual([]);
  });

  it('the file is undone without them: a person removed and then erased stays removed', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const [stays, gone] = [...others(1), newPerson()] as [SyntheticRow, ReturnType<typeof newPerson>];
    await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile([stays, gone])));
    const { id } = await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile([{ ...stays, first: 'Other' }])));
    await erase(h, gone.email);
    expect((await portal.call('POST', `/rosters/${id}/undo`)).status).toBe(200);
    await workFiles(h);
    expect((await portal.call('GET', `/rosters/${id}`)).body).toMatchObject({ status: 'undone', undo_overtaken: 0 });
    expect(await enrolled(h, portal)).toEqual(
      [
        { vin: stays.vin, status: 'active', first_name: 'Somebody', email: null },
        { vin: gone.vin, status: 'canceled', first_name: '', email: null },
      ].toSorted((a, b) => (a.vin < b.vin ? -1 : 1)),
    );
  });

  it('the erasure finds them by a contact if the enrollment belongs to another person by now', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const gone = newPerson();
    await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile([gone])));
    const next = { ...newPerson(), vin: gone.vin };
    await applyPlan(h, portal, await givenPlan(h, portal, toCsvFile([next])));
    await erase(h, gone.email);
    const { rows } = await h.owner.pool.query<{ row: string }>(
      'select r::text as row from roster_files.plan_rows r where institution_id = $1',
      [portal.institutionId],
    );
    for (const { row } of rows) for (const one of [gone.email, gone.first]) expect(row).not.toContain(one);
    expect(await enrolled(h, portal)).toMatchObject([{ status: 'active', first_name: next.first, email: next.email }]);
  });
});

describe('a roster file being applied with a person who is erased', () => {
  const asked = async (h: Harness, portal: PortalBrowser, rows: readonly SyntheticRow[]) => {
    const plan = await givenPlan(h, portal, toCsvFile(rows));
    expect((await portal.call('POST', `${plan.path}/apply`, { body: {} })).status).toBe(200);
    return plan;
  };

  it('the file continues without them', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    const plan = await asked(h, portal, [...others(2), person]);
    await erase(h, person.email);
    await workFiles(h);
    expect((await portal.call('GET', plan.path)).body).toMatchObject({ status: 'applied', overtaken: 0 });
    expect(await enrolled(h, portal)).toMatchObject([{ first_name: 'Somebody' }, { first_name: 'Somebody' }]);
  });

  it('the block that contained them during the erasure is repeated', async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h);
    const person = newPerson();
    const plan = await asked(h, portal, [...others(2), person]);
    const ctx = { ...h.ctx, db: h.ctx.db.seeing({ account: portal.institutionId }) };
    const file = await findFile(ctx.db, { institutionId: portal.institutionId, livemode: false }, plan.file.id);
    const interrupted = ctx.db.inBulk((session) =>
      executePlan(
        ctx,
        {
          ...session,
          run: async (query) => {
            const rows = await session.run(query);
            if (query.text.startsWith('insert into planned')) await erase(h, person.email);
            return rows as never;
          },
        },
        file!,
      ),
    );
    await expect(interrupted).rejects.toThrow('the block was interrupted');
    expect(await enrolled(h, portal)).toEqual([]);
    await workFiles(h);
    expect((await portal.call('GET', plan.path)).body).toMatchObject({ status: 'applied', overtaken: 0 });
    expect(await enrolled(h, portal)).toMatchObject([{ first_name: 'Somebody' }, { first_name: 'Somebody' }]);
  });
});
