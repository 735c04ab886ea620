import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, type Service } from '#app/composition';
import { normalizePhone } from '#lib/text/phone';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { startHarness, type Harness } from '#test/harness';
import { givenIntake, givenTeam, newEmail, newPhone } from '#testing/intakes';
import { stopUrl } from '#lib/text/stop-link';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { postForm } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';
import { urlFor } from '#test/database/databases';
import { readConfig } from '#platform/config';
import { fingerprintColumns } from './keyed-columns.ts';
import { renewContacts } from './renew-contacts.ts';
import { renewedColumns } from './renew-statements.ts';

const old = 'an older key for tests only with 32 characters or more';
const next = 'a newer key for tests only with 32 characters or more';

let before: Harness;
const services = new Map<string, Service>();
beforeAll(async () => {
  before = await startHarness({ DATA_KEY: old });
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.close()));
  await before.close();
});

/** A command with another ring, on the same database. */
function withRing(ring: string) {
  const known = services.get(ring);
  if (known !== undefined) return known.ctx;
  const url = urlFor(before.config.databaseUrl, 'cli').reveal();
  const env = { NODE_ENV: 'test', DATA_KEY: ring, LOG_LEVEL: 'silent', DATABASE_URL: url };
  const service = createService('test', readConfig(env, 'cli'));
  services.set(ring, service);
  return service.ctx;
}
const both = () => withRing(`${next},${old}`);

const rowsOf = async (text: string, ...values: unknown[]) => (await before.owner.pool.query(text, values)).rows;

/** Fingerprints in this column that the old key made. */
const oldOnes = async (table: string, column: string): Promise<number> =>
  Number(
    (
      await rowsOf(`select count(*)::int as n from ${table} where encode(substr(${column}, 34), 'hex') = $1`, oldId())
    )[0]?.n,
  );
const oldId = (): string => before.ctx.vault.writingKey();

async function givenCalled(customer = { email: newEmail(), phone: newPhone() }) {
  const team = await givenTeam(before);
  const receipt = await givenIntake(before, { customer });
  const id = await consultationOf(before, receipt.intake_id);
  await team.post(`/intakes/${receipt.intake_id}/calls`, { outcome: 'no_answer' });
  return { ...customer, id, intakeId: receipt.intake_id };
}

const has = (ring: string, name: string): Promise<boolean> => {
  const { db, vault } = withRing(ring);
  return db
    .many({
      text: 'select 1 from customers.do_not_contact where contact_hash = any($1::bytea[])',
      values: [vault.fingerprints(name)],
    })
    .then((rows) => rows.length === 1);
};
const listed = (ring: string, email: string) => has(ring, `person/email/${email}`);

/** The name of an invited borrower on an institution's own test list. */
async function givenTestStop(): Promise<string> {
  const { key, institutionId } = await givenPartner(before);
  const email = newEmail();
  await givenReferral(before, key, { borrower: { first_name: 'A', last_name: 'B', email } });
  const contacts = { email, phone: undefined, test: true, testOf: institutionId };
  await postForm(before, new URL(stopUrl(before.ctx, { contacts })).pathname, { decision: 'stop' });
  return `${institutionId}/sandbox/person/email/${email}`;
}

const stop = async (email: string): Promise<void> => {
  const token = await givenStaffToken(before, 'administrator');
  const { status } = await before.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email } });
  expect(status).toBeLessThan(300);
};

describe('fingerprints of known contacts', () => {
  it('are made again in every column, and found with the new key alone; those of nobody known need the old one', async () => {
    const known = await givenCalled();
    const unknown = newEmail();
    for (const email of [known.email, unknown]) await stop(email);
    const tried = await givenTestStop();
    await before.sendMessages();
    expect(await oldOnes('customers.messages', 'recipient_hash')).toBeGreaterThan(0);
    const done = await renewContacts(both());
    expect([done.passedOver, done.renewed > 5]).toEqual([0, true]);
    expect([await listed(next, known.email), await listed(next, unknown)]).toEqual([true, false]);
    expect(await has(next, tried)).toBe(true);
    expect([
      await listed(`${next},compare:${old}`, known.email),
      await listed(`${next},compare:${old}`, unknown),
    ]).toEqual([true, true]);
    for (const { table, column } of renewedColumns)
      expect([table, column, await oldOnes(table, column)]).toEqual([
        table,
        column,
        table === 'customers.do_not_contact' ? 1 : 0,
      ]);
    expect(await renewContacts(both())).toMatchObject({ renewed: 0, passedOver: 0 });
  });

  it('a number is counted as often as it was tried, under whichever key', async () => {
    const { phone, id } = await givenCalled();
    const hashes = both().vault.fingerprints(`queue/phone/${normalizePhone(phone)}`);
    const [newest, oldest] = hashes;
    // Also tried under the new key, before the two were known to be the same number.
    await rowsOf(
      `insert into consultations.numbers (hash, test, attempts, called_at, called_case) values ($1, false, $2, $3, 'con_other')`,
      newest,
      [new Date('2026-11-14T10:00:00Z'), new Date('2026-11-13T10:00:00Z')],
      new Date('2026-11-14T10:00:00Z'),
    );
    await rowsOf(
      `insert into consultations.number_aliases (hash, test, number_hash) values ($1, false, $2)`,
      newest,
      oldest,
    );
    await renewContacts(both());
    const numbers = await rowsOf(
      'select hash, attempts, called_case from consultations.numbers where hash = any($1)',
      hashes,
    );
    expect(numbers.map(({ attempts, called_case: called }) => [attempts.length, called])).toEqual([[3, id]]);
    expect(numbers[0].hash).toEqual(newest);
    expect(await rowsOf('select 1 from consultations.number_aliases where hash = any($1)', hashes)).toEqual([]);
    expect(await rowsOf('select phone_hash from consultations.consultations where id = $1', id)).toEqual([
      { phone_hash: newest },
    ]);
  });

  it('a locked row is skipped immediately and recomputed the next time', async () => {
    const { id, email } = await givenCalled();
    await stop(email);
    const client = await before.owner.pool.connect();
    await client.query('begin');
    await client.query('select 1 from consultations.consultations where id = $1 for update', [id]);
    const held = await renewContacts(both());
    expect(held.passedOver).toBeGreaterThan(0);
    expect(await listed(`${next},${old}`, email)).toBe(true);
    await client.query('rollback');
    client.release();
    expect(await renewContacts(both())).toMatchObject({ passedOver: 0 });
    expect(await listed(next, email)).toBe(true);
  });

  it('entries under both keys become one, and two concurrent commands do what one does', async () => {
    const { email } = await givenCalled();
    await stop(email);
    await rowsOf(
      `insert into customers.do_not_contact (contact_hash, source, created_at) values ($1, 'staff', now())`,
      both().vault.fingerprint(`person/email/${email}`),
    );
    await Promise.all([renewContacts(both()), renewContacts(both())]);
    await renewContacts(both());
    expect(await listed(`${next},${old}`, email)).toBe(true);
    expect(await listed(next, email)).toBe(true);
  });

  it('all fingerprint columns are declared', () => {
    const declared = fingerprintColumns.map(({ table, column }) => `${table}.${column}`);
    expect(renewedColumns.filter(({ table, column }) => !declared.includes(`${table}.${column}`))).toEqual([]);
  });
});
