import { Client, escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenCaller, moveToWeekday } from '#testing/consultations';
import { givenInstitution } from '#testing/partners';
import { givenStaffToken } from '#testing/staff';
import { useHarness, type Harness } from '#test/harness';
import { isNightly } from '#test/runs';

type Cases = {
  /** Case numbers: the id, the name, the contacts and the VIN of each case are derived from its number. */
  readonly from: number;
  readonly to: number;
  readonly open: boolean;
  /** The institution that every fourth case comes from. */
  readonly institutionId: string;
};

const idAt = (number: number): string => `con_${String(number).padStart(24, '0')}`;

/** Cases of every source, inserted directly, with a call about each. */
async function fillCases({ owner, clock }: Harness, { from, to, open, institutionId }: Cases): Promise<void> {
  for (let first = from; first <= to; first += perStatement) {
    const values = [first, Math.min(to, first + perStatement - 1), clock.now(), institutionId, open];
    for (const insert of inserts) await owner.many({ text: `${numbered} ${insert}`, values });
  }
  await owner.many({ text: `vacuum (analyze) ${tables.join(', ')}`, values: [] });
}

/** A statement has thirty seconds. */
const perStatement = 5000;

const numbered = `with n as (select n, lpad(n::text, 24, '0') as id, $3::timestamptz - make_interval(secs => 2000000 - n) as at,
    $4::text as institution, $5::boolean as open, lpad(n::text, 8, '0') as digits,
    (array['agent_intake', 'agent_intake', 'referral', 'membership'])[1 + n % 4] as source
  from generate_series($1::int, $2::int) as n)`;

const tables = [
  'consultations.search_terms',
  'consultations.consultations',
  'consultations.calls',
  'consultations.numbers',
  'intakes.intakes',
  'referrals.referrals',
  'memberships.enrollments',
  'memberships.loss_notices',
  'memberships.redemptions',
  'facts.cases',
];

const [first, last] = [`'Person' || n % 1000`, `'Synthetic' || n`];

const inserts = [
  `insert into consultations.consultations (id, number, source, source_id, priority, test, opened_at, place, closed_at, ready,
     phone_hash, window_key, settled_at)
   select 'con_' || id, 'CN-' || digits, source,
     case source when 'agent_intake' then 'int_' when 'referral' then 'ref_' else 'red_' end || id, n % 20 = 0, false, at, at,
     case when not open then at end, open, sha256(id::bytea), 'NY|America/New_York', case when not open then at end from n`,
  `insert into consultations.calls (id, consultation_id, staff_id, outcome, called_at)
   select 'cal_' || id, 'con_' || id, 'stf_' || n % 7, 'no_answer', at from n`,
  `insert into consultations.numbers (hash, test, attempts, called_at, called_case)
   select sha256(id::bytea), false, array[at], at, 'con_' || id from n`,
  `insert into intakes.intakes (id, status, agent_tier, agent, customer, consent, vehicle, loss, offer, email, phone,
     attestation_version, discount_applied, priority_callback, consultation_id, vin, claim_number, created_at, status_at, expires_at,
     case_closed_at)
   select 'int_' || id, case when open then (array['received', 'contact_attempted', 'customer_confirmed'])[1 + n % 3] else 'consultation_active' end,
     'anonymous', '{"name": "Synthetic Agent", "platform": "synthetic-agent"}',
     jsonb_build_object('first_name', ${first}, 'last_name', ${last}), '{"attestation": "The customer asked me."}',
     jsonb_build_object('vin', '1SYNTH' || lpad(n::text, 11, '0'), 'plate', 'SY' || digits, 'year', 2019, 'make', 'Synthetic'),
     '{"loss_state": "CA"}', '{"insurer": "Synthetic Mutual"}', 'owner-' || n || '@example.com', '+1' || (2000000000 + n), '1', false,
     false, 'con_' || id, '1SYNTH' || lpad(n::text, 11, '0'), 'CLM-' || n, at, at, $3::timestamptz + interval '14 days', case when not open then at end
   from n where source = 'agent_intake'`,
  `insert into referrals.referrals (institution_id, livemode, id, status, external_ref, borrower, vehicle, claim, liability,
     program, price_cents, consent, submitted_via, link_hash, encrypted_link, consultation_id, created_at, invited_at, invitation_expires_at,
     activated_at, closed_at)
   select institution, true, 'ref_' || id, case when open then 'activated' else 'closed' end, 'ref-' || n,
     jsonb_build_object('first_name', ${first}, 'last_name', ${last}, 'email', 'owner-' || n || '@example.com', 'phone', '+1' || (2000000000 + n)),
     jsonb_build_object('vin', '1SYNTH' || lpad(n::text, 11, '0')), jsonb_build_object('claim_number', 'CLM-' || n,
       'initial_offer_cents', 1500000), '{"loan_payoff_cents": 1800000, "deductible_cents": 50000}', '{"mode": "borrower_paid"}', 49700,
     '{"mode": "invitation"}', 'api', sha256(id::bytea), '', 'con_' || id, at, at, at, at, case when not open then at end
   from n where source = 'referral'`,
  `insert into memberships.enrollments (institution_id, livemode, id, status, plan, first_name, last_name, email, phone, vin, effective_at,
     created_at, updated_at)
   select institution, true, 'enr_' || id, 'loss_reported', 'standard', ${first}, ${last}, 'owner-' || n || '@example.com',
     '+1' || (2000000000 + n), '1SYNTH' || lpad(n::text, 11, '0'), at, at, at from n where source = 'membership'`,
  `insert into memberships.loss_notices (institution_id, livemode, id, enrollment_id, redemption_id, date_of_loss,
     loss_day, created_at)
   select institution, true, 'lsn_' || id, 'enr_' || id, 'red_' || id, at, at::date, at from n where source = 'membership'`,
  `insert into memberships.redemptions (institution_id, livemode, id, enrollment_id, loss_notice_id, consultation_id, consultation_number,
     status, created_at)
   select institution, true, 'red_' || id, 'enr_' || id, 'lsn_' || id, 'con_' || id, 'CN-' || digits,
     case when open then 'open' else 'completed' end, at from n where source = 'membership'`,
  `insert into facts.cases (consultation_id, vin, updated_at)
   select 'con_' || id, '1SYNTH' || lpad(n::text, 11, '0'), at from n where n % 3 = 0`,
];

const harness = useHarness();

/** Closed cases in addition to a hundred open ones. In CI, enough that reading a table costs more than reading its indexes. */
const sizes = isNightly ? [250_000, 1_000_000] : [6_000, 24_000];
/** Cases of every source. */
const firstOpen = 1_900_001;
const open = 100;

const views = [
  '/board/columns',
  '/board/load',
  '/board/mine',
  '/board?limit=50',
  ...[1, 2, 3].map((more) => `/board/cases/${idAt(firstOpen + more)}`),
];
const searches = [
  '/board/search?q=synthetic777',
  '/board/search?q=person777+synthetic7777',
  '/board/search?q=person77',
  '/board/search?q=synth',
  '/board/search?q=0777',
  '/board/search?q=2000000777',
  '/board/search?q=1SYNTH00000000777',
  '/board/search?q=00000777',
  '/board/search?q=SY00000776',
  '/board/search?q=CLM-777',
  '/board/search?q=owner-777%40example.com',
  '/board/search?q=CN-00000777',
];

type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };
type Read = { readonly buffers: number; readonly ms: string | undefined; readonly plan: string };

const original = Client.prototype.query as unknown as (this: unknown, ...args: unknown[]) => unknown;
afterAll(() => void (Client.prototype.query = original as typeof Client.prototype.query));

/** The statements that some work sends, by name; for a repeated name, the last one. */
async function statementsDuring(work: () => Promise<void>): Promise<Map<string, Statement>> {
  const sent = new Map<string, Statement>();
  Client.prototype.query = function query(this: unknown, ...args: unknown[]) {
    const [statement] = args as [Statement | string];
    if (typeof statement === 'object' && /^\s*(select|with)\b/.test(statement.text))
      sent.set(statement.name ?? statement.text, statement);
    return original.apply(this, args);
  } as unknown as typeof Client.prototype.query;
  await work();
  Client.prototype.query = original as typeof Client.prototype.query;
  return sent;
}

const textOf = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(textOf(one))).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
};

const literalOf = (value: unknown): string =>
  value === null || value === undefined ? 'null' : escapeLiteral(textOf(value));

/** As the api runs it for the team, with the generic plan. */
async function readOf({ text, values }: Statement): Promise<Read> {
  const client = await harness.current.apiDb.pool.connect();
  try {
    await client.query(`begin; set local makewhole.account = '*'; set local plan_cache_mode = force_generic_plan`);
    await client.query(`prepare measured as ${text}`);
    const parameters = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
    const explain = `explain (analyze, buffers) execute measured${parameters}`;
    // The first run also loads the connection's catalog data for the tables.
    await client.query(explain);
    const { rows } = await client.query(explain);
    const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    const [, first = ''] = /Buffers: shared([^\n]*)/.exec(plan) ?? [];
    return {
      buffers: [...first.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0),
      ms: /Execution Time: ([\d.]+)/.exec(plan)?.[1],
      plan,
    };
  } finally {
    await client.query('rollback; deallocate measured');
    client.release();
  }
}

const measured: Map<string, Read>[] = [];

beforeAll(async () => {
  const { current } = harness;
  moveToWeekday(current);
  const { id: institutionId } = await givenInstitution(current);
  const token = await givenStaffToken(current, 'lead');
  await current.owner.many({
    text: `insert into consultations.call_windows (key, state, zones) values ('NY|America/New_York', 'NY', '{America/New_York}')`,
    values: [],
  });
  await fillCases(current, { from: firstOpen, to: firstOpen + open - 1, open: true, institutionId });
  let filled = 0;
  for (const size of sizes) {
    await fillCases(current, { from: filled + 1, to: size, open: false, institutionId });
    filled = size;
    const caller = await givenCaller(current);
    const get = async (path: string) =>
      expect((await current.call('GET', `/api/staff/v1${path}`, { token })).status).toBe(200);
    const reads = new Map<string, Read>();
    const asked = await statementsDuring(async () => {
      for (const path of views) await get(path);
      await caller.next();
    });
    for (const [name, statement] of asked) reads.set(name, await readOf(statement));
    for (const path of searches) {
      const searched = await statementsDuring(() => get(path));
      for (const [name, statement] of searched)
        if (name.startsWith('board.search')) reads.set(`${path} ${name}`, await readOf(statement));
    }
    measured.push(reads);
  }
}, 3_600_000);

/** A whole read of a table that has a row for each case. */
const wholeTable =
  /Seq Scan on (consultations|calls|numbers|search_terms|intakes|referrals|enrollments|redemptions|loss_notices)\b/;

describe(`a board with ${open} open cases and four times as many closed ones as before`, () => {
  it.each<readonly [string, string]>([
    ['the columns', 'board.outline'],
    ['the cards', 'board.cards'],
    ['the unread replies', 'consultations.list-with-ids'],
    ['the load', 'board.load'],
    ['the team', 'board.staff-figures'],
    ['one case', 'board.case'],
    ['the next case', 'consultations.lock-first-free'],
    ...searches.filter((path) => !path.includes('CN-')).map((path) => [path, `${path} board.search`] as const),
  ])('%s was measured: %s', (_what, name) => {
    expect(measured.map((reads) => reads.has(name))).toEqual([true, true]);
  });

  it('each statement reads no whole table, and no more pages than before', () => {
    const [before, after] = measured;
    const grown = [...(after ?? [])].flatMap(([name, { buffers, plan }]) => {
      const earlier = before?.get(name)?.buffers ?? 0;
      const isWhole = wholeTable.test(plan);
      // A search that begins more names than before reads more of them, up to its bounds.
      const most = name.endsWith(' board.search') ? 1500 : 1.5 * earlier + 50;
      return isWhole || buffers > most ? [{ name, earlier, buffers, isWhole }] : [];
    });
    const figures = [...(after ?? [])].map(([name, { buffers, ms }]) => `${name}: ${buffers} pages, ${ms} ms`);
    // oxlint-disable-next-line no-console -- the figures are what the nightly run is for
    if (isNightly) console.log(figures.join('\n'));
    expect(grown).toEqual([]);
  });
});
