import type { Db, Query } from '#platform/db';
import type { Answer, Harness } from '#test/harness';
import { until } from '#test/until';
import type { NewReferral, ThinReferral } from './schemas.ts';

let made = 0;

/** A VIN-shaped text that no other test uses. */
export const syntheticVin = (): string => `1SYNTH${String((made += 1)).padStart(11, '0')}`;

/** A complete synthetic referral. */
export const referralBody = (changes: Partial<NewReferral> = {}): NewReferral => ({
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: 'borrower@example.com', phone: '(212) 555-0142' },
  vehicle: { vin: syntheticVin(), year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: 'CLM-0001',
    loss_state: 'NY',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  ...changes,
});

/** A referral created through the API, as it was returned. */
export async function givenReferral(harness: Harness, key: string, changes: Partial<NewReferral> = {}) {
  const { status, body } = await harness.call('POST', '/api/gap/v1/referrals', {
    token: key,
    body: referralBody(changes),
  });
  if (status !== 201) throw new Error(`the referral was answered ${status}`);
  return body;
}

/** Calls the partner API with a key; `body` is [] or one body. */
export const partnerCalls =
  (harness: Harness, key: string) =>
  (route: string, ...body: readonly [] | readonly [unknown]): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    return harness.call(method, `/api/gap/v1${path}`, { token: key, ...(body.length === 0 ? {} : { body: body[0] }) });
  };

type LoggedEvent = {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly account: { readonly id: string };
  readonly data: { readonly referral: ThinReferral } & Record<string, unknown>;
};

type SentReport = {
  readonly referralId: string;
  readonly pdf: Uint8Array;
  readonly name?: string;
  readonly mode?: 'test' | 'live';
};

type Sender = { readonly institutionId: string; readonly headers: Readonly<Record<string, string>> };

/** Sends a report as the portal's page does. */
export const sendReportAs = (
  harness: Harness,
  { institutionId, headers }: Sender,
  { referralId, pdf, name = 'synthetic.pdf', mode = 'test' }: SentReport,
): Promise<Answer> =>
  harness.call('POST', `/api/portal/v1/${institutionId}/${mode}/referrals/${referralId}/documents`, {
    raw: pdf,
    headers: { ...headers, 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) },
  });

/** Every event about a referral, in the order of the log, as it was written. */
export async function eventTexts({ ctx }: Harness, referralId: string): Promise<string[]> {
  const rows = await ctx.db.many<{ thin: string }>({
    text: 'select thin from events.events where subject_id = $1 order by era, transaction_id, place',
    values: [referralId],
  });
  return rows.map(({ thin }) => thin);
}

export const eventsAbout = async (harness: Harness, referralId: string): Promise<LoggedEvent[]> =>
  (await eventTexts(harness, referralId)).map((text) => JSON.parse(text) as LoggedEvent);

export const eventTypes = async (harness: Harness, referralId: string): Promise<string[]> =>
  (await eventsAbout(harness, referralId)).map(({ type }) => type);

/** The path of the borrower's page, from the last invitation. */
export async function linkPath({ ctx }: Harness, referralId: string): Promise<string> {
  const text = 'select encrypted_link from referrals.referrals where id = $1';
  const row = await ctx.db.find<{ encrypted_link: Buffer }>({ text, values: [referralId] });
  if (row === undefined) throw new Error('there is no such referral');
  return `/i/${ctx.vault.decrypt(row.encrypted_link, `referrals.referrals/${referralId}`)}`;
}

/** Presses a button of the borrower's page. */
export const press = (harness: Harness, path: string, decision: string): Promise<Answer> =>
  harness.call('POST', path, {
    raw: `decision=${decision}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** Everything stored about a referral, with its row version: equal unless something changed. */
export async function tracesOf(harness: Harness, referralId: string): Promise<unknown> {
  const { db } = harness.ctx;
  const about = (text: string) => db.many({ text, values: [referralId] });
  return {
    row: await about('select *, xmin::text from referrals.referrals where id = $1'),
    review: await about('select *, xmin::text from referrals.review_records where referral_id = $1'),
    messages: await about('select id, state from customers.messages where subject_id = $1 order by id'),
    consultation: await about('select * from consultations.consultations where source_id = $1'),
    events: await eventTexts(harness, referralId),
  };
}

/** Brings a sandbox referral to a status through the API. */
export async function bringTo(harness: Harness, key: string, wanted: { id: string; status: string }): Promise<void> {
  const call = partnerCalls(harness, key);
  const steps: Record<string, readonly string[]> = {
    invited: [],
    activated: ['accept'],
    settled: ['accept', 'settle'],
    closed: ['accept', 'close'],
    declined: ['decline'],
    expired: ['expire'],
  };
  for (const step of steps[wanted.status] ?? []) await call(`POST /referrals/${wanted.id}/simulate`, { step });
  if (wanted.status === 'canceled') await call(`PATCH /referrals/${wanted.id}`, { status: 'canceled' });
  const { body } = await call(`GET /referrals/${wanted.id}`);
  if (body.status !== wanted.status) throw new Error(`the referral is ${body.status}`);
}

/**
 * Inserts many referrals of one institution directly: a second apart, in every status, each with the milestones of its
 * status. Their ids are numbers, so that they are ordered by creation.
 */
export async function fillReferrals({ ctx, owner }: Harness, institutionId: string, count: number): Promise<void> {
  // In batches, because statements have a timeout.
  for (let from = 1; from <= count; from += 50_000) {
    await ctx.db.many(fill(institutionId, { from, to: Math.min(count, from + 49_999), now: ctx.clock.now() }));
    await until('every page is known to be visible', () => vacuum(owner));
  }
}

/**
 * Whether the statistics mark every page as visible to all, as index-only plans need it. A vacuum skips pages that a
 * currently open transaction may not see, for example the server's own analysis of another table.
 */
async function vacuum(owner: Harness['owner']): Promise<boolean> {
  await owner.many({ text: 'vacuum (analyze) referrals.referrals', values: [] });
  const known = await owner.find<{ visible: boolean }>({
    text: `select relallvisible = relpages as visible from pg_class where oid = 'referrals.referrals'::regclass`,
    values: [],
  });
  return known?.visible === true;
}

const fill = (institutionId: string, { from, to, now }: { from: number; to: number; now: Date }): Query<unknown> => ({
  text: `insert into referrals.referrals (institution_id, livemode, id, status, external_ref, borrower, vehicle, claim,
        liability, program, price_cents, consent, submitted_via, link_hash, encrypted_link, settlement_cents, offer_value_cents,
        settlement_value_cents, improvement_cents, created_at, invited_at, invitation_expires_at, activated_at, settled_at, closed_at)
      select $1, false, 'ref_' || lpad(n::text, 24, '0'), status, 'ref-' || n % 1000,
        '{"first_name": "Synthetic", "last_name": "Borrower", "email": "borrower@example.com", "phone": null}',
        jsonb_build_object('vin', '1SYNTH' || lpad(n::text, 11, '0'), 'year', 2021, 'make', 'Synthetic', 'model', 'Sedan'),
        jsonb_build_object('carrier', 'Synthetic Mutual', 'claim_number', 'CLM-' || n, 'loss_state', 'NY',
          'date_of_loss', '2026-11-01T00:00:00.000Z', 'loss_day', '2026-11-01', 'initial_offer_cents', 1500000 + n % 100000),
        '{"loan_payoff_cents": 1800000, "deductible_cents": 50000}',
        '{"mode": "borrower_paid", "subsidy_type": null, "subsidy_value": null}', 49700 - n % 7 * 1000,
        '{"mode": "invitation", "disclosure_confirmed_at": null, "disclosure_channel": null,
          "disclosure_attestor_name": null}', 'api_bulk', sha256((($1::text) || n)::bytea), '',
        case when status in ('settled', 'closed') then 1600000 + n % 300000 end,
        case when status in ('settled', 'closed') then 1500000 + n % 100000 end,
        case when status in ('settled', 'closed') then 1600000 + n % 300000 end,
        case when status in ('settled', 'closed') then 100000 + n % 300000 - n % 100000 end, at, at, at + interval '14 days',
        case when status in ('activated', 'settled', 'closed') then at + interval '1 hour' end,
        case when status in ('settled', 'closed') then at + interval '2 hours' end,
        case when status not in ('invited', 'activated', 'settled') then at + interval '3 hours' end
      from (select n, $3::timestamptz - make_interval(secs => 1000000 - n) as at,
          (array['invited', 'invited', 'activated', 'settled', 'closed', 'closed', 'declined', 'expired', 'canceled'])
            [1 + n % 9] as status
        from generate_series($2::integer, $4::integer) as n) as rows`,
  values: [institutionId, from, now, to],
});

/** The query plan, and with `analyze` also what was executed and how long it took. */
export async function planOf({ ctx }: Harness, query: Query<unknown>, analyze = false): Promise<string> {
  const rows = await ctx.db.many<{ 'QUERY PLAN': string }>({
    text: `explain (costs off${analyze ? ', analyze, timing off, summary' : ''}) ${query.text}`,
    values: query.values,
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** The statements that some work would send, none of which is sent. */
export async function statementsOf(work: (db: Db) => unknown): Promise<Query<unknown>[]> {
  const sent: Query<unknown>[] = [];
  const db: Db = {
    many: async (query) => {
      sent.push(query);
      return [];
    },
    find: async (query) => {
      sent.push(query);
      return undefined;
    },
  };
  await work(db);
  return sent;
}
