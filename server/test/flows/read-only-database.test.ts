import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { until } from '#test/until';
import { givenStaffToken } from '#testing/staff';
import { givenIntake, minimalIntake, press } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { referralBody } from '#testing/referrals';

let harness: Harness;
let calls: Readonly<Record<'agent' | 'partner' | 'staff' | 'page', () => Promise<Answer>>>;

beforeAll(async () => {
  harness = await startHarness();
  const { key } = await givenPartner(harness);
  const token = await givenStaffToken(harness);
  const receipt = await givenIntake(harness);
  calls = {
    agent: () => harness.call('POST', '/api/agent/v1/intakes', { body: minimalIntake() }),
    partner: () => harness.call('POST', '/api/gap/v1/referrals', { token: key, body: referralBody() }),
    staff: () =>
      harness.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email: 'synthetic@example.com' } }),
    page: () => press(harness, receipt, 'confirm'),
  };
});
afterAll(() => harness.close());

const admin = (text: string) => harness.owner.pool.query(text);

const tables = ['intakes.intakes', 'referrals.referrals', 'customers.do_not_contact'];

/** Makes every write to these tables fail with this state, as if the server had failed. */
async function failingWith(state: string): Promise<void> {
  await admin(`create or replace function public.fail() returns trigger language plpgsql as
    $$ begin raise exception 'synthetic' using errcode = '${state}'; end $$`);
  for (const table of tables)
    await admin(`create or replace trigger fail before insert or update on ${table} execute function public.fail()`);
}

/** The response of each surface, in its own format. */
async function answers() {
  const [agent, partner, staff, page] = [
    await calls.agent(),
    await calls.partner(),
    await calls.staff(),
    await calls.page(),
  ];
  return {
    statuses: [agent, partner, staff, page].map(({ status, headers }) => [status, headers.get('retry-after')]),
    agent: agent.body,
    problems: [partner, staff].map(({ headers, body }) => [headers.get('content-type'), body.status, body.code]),
    page: page.text,
  };
}

const unavailable = {
  statuses: Array.from({ length: 4 }, () => [503, '5']),
  agent: { error: expect.any(String), code: 'internal' },
  problems: Array.from({ length: 2 }, () => ['application/problem+json; charset=utf-8', 503, 'internal_error']),
  page: expect.stringMatching(/<p>[A-Z][^<]*try again[^<]*\.<\/p>/),
};

describe('while the database accepts no work', () => {
  it.each([
    ['is a standby', '25006'],
    ['has no room', '53100'],
    ['is shut down', '57P01'],
    ['has crashed', '57P02'],
    ['is starting', '57P03'],
    ['has no connection left', '53300'],
  ])('because the database %s, every surface returns 503 and when to retry (%s)', async (_why, state) => {
    await failingWith(state);
    expect(await answers()).toEqual(unavailable);
  });

  it('every surface returns 503 while all transactions are read-only, and everything works again afterwards', async () => {
    for (const table of tables) await admin(`drop trigger fail on ${table}`);
    const { rows } = await admin('select current_database() as name');
    const readOnly = (value: string) =>
      admin(
        `begin; set transaction read write; alter database ${rows[0].name} set default_transaction_read_only = ${value}; commit`,
      );
    const reconnect = async () => {
      const ended = await admin(
        'select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const pids = ended.rows.map(({ pid }) => pid).join();
      const left = () => admin(`select from pg_stat_activity where pid = any('{${pids}}')`);
      await until('the connections to be gone', async () => (await left()).rowCount === 0);
    };
    await readOnly('on');
    await reconnect();
    await admin('set default_transaction_read_only = on');
    expect(await answers()).toEqual(unavailable);
    await readOnly('off');
    await reconnect();
    await admin('set default_transaction_read_only = off');
    const statuses = [];
    for (const call of Object.values(calls)) statuses.push((await call()).status);
    expect(statuses).toEqual([201, 201, 200, 303]);
  });
});
