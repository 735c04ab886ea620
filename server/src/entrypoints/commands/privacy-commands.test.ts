import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTraces } from '#test/database/find-traces';
import { useHarness } from '#test/harness';
import { runCommandHere } from '#test/processes/run-command-here';
import { randomBase62 } from '#lib/tokens/base62';
import { givenIntake, minimalIntake, newPhone, press } from '#testing/intakes';
import { givenPartner } from '#testing/partners';

const harness = useHarness();

/** Runs a command as an operator does. */
const run = (...words: string[]) => runCommandHere(harness.current.config, words);

async function givenPerson() {
  const mark = `zq${randomBase62(12).toLowerCase()}`;
  const email = `${mark}@example.com`;
  const customer = { first_name: `F${mark}`, email, phone: newPhone() };
  const receipt = await givenIntake(harness.current, minimalIntake({ customer }));
  await press(harness.current, receipt, 'confirm');
  const { rows } = await harness.current.ctx.db.pool.query(
    'select id, number from consultations.consultations where source_id = $1',
    [receipt.intake_id],
  );
  return { mark, email, id: receipt.intake_id, caseId: String(rows[0]?.id), number: String(rows[0]?.number) };
}

const entriesOf = async (subjectId: string) =>
  (
    await harness.current.ctx.db.pool.query(
      `select kind, operation, credential_id from audit.entries where subject_id = $1 and operation like 'privacy.%' order by seq`,
      [subjectId],
    )
  ).rows;

describe('the privacy commands', () => {
  it('a person is exported as JSON and as a new private file, each with a row in the trail', async () => {
    const { email, mark, caseId } = await givenPerson();
    const printed = await run('person', 'export', email.toUpperCase(), '--as', 'dana');
    expect([printed.code, JSON.parse(printed.stdout).contacts]).toEqual([0, expect.arrayContaining([email])]);
    expect(printed.stdout).toContain(`F${mark}`);
    const folder = await mkdtemp(join(tmpdir(), 'makewhole-person-'));
    const file = join(folder, 'person.pdf');
    const written = await run('person', 'export', caseId, '--pdf', file, '--json');
    expect([written.code, JSON.parse(written.stdout)]).toEqual([0, { file, cases: 1 }]);
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run('person', 'export', caseId, '--pdf', file)).code).toBe(1);
    await rm(folder, { recursive: true });
    const entries = await entriesOf(caseId);
    expect(entries.map(({ kind, operation }) => `${kind} ${operation}`)).toEqual(
      [1, 2, 3].map(() => 'view privacy.export-customer'),
    );
    expect(entries[0].credential_id).toContain('dana');
  });

  it('a person is erased only with --confirm yes, and attributed to the user; without it the effect is shown', async () => {
    const { ctx } = harness.current;
    const { email, mark, id, number } = await givenPerson();
    for (const confirm of [[], ['--confirm', 'no'], ['--confirm', 'YES']]) {
      const shown = await run('person', 'erase', email, ...confirm);
      expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('Nothing was erased.')]);
      expect(shown.stdout).toContain(`case ${number} of ${id}, open: it would be closed`);
    }
    expect(await findTraces(ctx, [mark])).toContain('intakes.intakes');
    const erased = await run('person', 'erase', email, '--confirm', 'yes', '--as', 'dana', '--json');
    expect([erased.code, JSON.parse(erased.stdout).cases]).toEqual([0, [id]]);
    expect(await findTraces(ctx, [mark])).toEqual([]);
    const { rows } = await ctx.db.pool.query('select why, erased_by from privacy.erasures where subject_id = $1', [id]);
    expect(rows).toEqual([{ why: 'request', erased_by: 'dana' }]);
    expect(await entriesOf(id)).toMatchObject([{ kind: 'action', operation: 'privacy.erase-customer' }]);
    expect((await run('person', 'erase', number, '--confirm', 'yes')).code).toBe(0);
  });

  it('an unknown person is refused, and leaves no row', async () => {
    for (const act of [
      ['export', 'nobody@example.com'],
      ['erase', 'con_unknown', '--confirm', 'yes'],
    ]) {
      const { code, stdout, stderr } = await run('person', ...act);
      expect([act[0], code, stdout, stderr.trim()]).toEqual([act[0], 1, '', 'Nothing is stored under that name.']);
    }
    expect((await run('person', 'erase')).code).toBe(2);
  });
});

describe('the legal hold commands', () => {
  it('a hold stops an erasure, is listed, and is lifted, with user and reason', async () => {
    const { ctx } = harness.current;
    const { email, mark, id, number } = await givenPerson();
    expect((await run('legal-hold', 'place', number)).code).toBe(2);
    const placed = await run('legal-hold', 'place', number, '--reason', 'A synthetic proceeding.', '--as', 'dana');
    expect([placed.code, placed.stdout]).toEqual([0, `Legal hold placed on ${id}.\n`]);
    const twice = await run('legal-hold', 'place', id, '--reason', 'Again.');
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('in force there already')]);
    const listed = await run('legal-hold', 'list');
    expect(listed.stdout).toMatch(new RegExp(`^${id} since \\S+ by dana: A synthetic proceeding\\.$`, 'm'));
    const shown = await run('person', 'erase', email);
    expect([shown.code, shown.stdout]).toEqual([1, expect.stringContaining(`Blocked by a legal hold on ${id}.`)]);
    expect((await run('person', 'erase', email, '--confirm', 'yes')).code).toBe(1);
    expect(await findTraces(ctx, [mark])).not.toEqual([]);
    const lifted = await run('legal-hold', 'lift', id, '--reason', 'It ended.', '--as', 'lee', '--json');
    expect([lifted.code, JSON.parse(lifted.stdout)]).toEqual([0, { subject_id: id }]);
    const { rows } = await ctx.db.pool.query(
      'select placed_by, lifted_by, lift_reason from privacy.legal_holds where subject_id = $1',
      [id],
    );
    expect(rows).toEqual([{ placed_by: 'dana', lifted_by: 'lee', lift_reason: 'It ended.' }]);
    expect((await run('legal-hold', 'lift', id)).code).toBe(1);
    expect((await run('legal-hold', 'list')).stdout).toBe('There are no legal holds.\n');
    expect((await entriesOf(id)).map(({ operation }) => operation)).toEqual([
      'privacy.set-legal-hold',
      'privacy.lift-legal-hold',
    ]);
    expect((await run('person', 'erase', email, '--confirm', 'yes')).code).toBe(0);
  });

  it("an institution's hold is placed by its id; an unknown id is refused", async () => {
    const { institutionId } = await givenPartner(harness.current);
    expect((await run('legal-hold', 'place', institutionId, '--reason', 'A synthetic audit.')).code).toBe(0);
    const { stdout } = await run('legal-hold', 'list', '--json');
    expect(JSON.parse(stdout).holds).toMatchObject([{ kind: 'institution', subject_id: institutionId }]);
    expect((await run('legal-hold', 'lift', institutionId)).code).toBe(0);
    expect((await run('legal-hold', 'place', 'int_unknown', '--reason', 'x')).code).toBe(1);
  });
});
