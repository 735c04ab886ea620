import { describe, expect, it } from 'vitest';
import { emit, publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { rowsOf, syncLines } from '#test/fixtures/rosters';
import { givenPartner } from '#testing/partners';
import { callStaff, givenEndpoint, givenInstitution, useDelivering } from '#testing/webhooks';
import { enrollmentEvent } from '../events.ts';
import type { Enrollment } from '../store.ts';
import { enrollmentBody } from '../testing.ts';
import { syncRoster } from './sync-roster.ts';

const given = useDelivering();

type Logged = {
  readonly id: string;
  readonly type: 'plan.enrollment.created' | 'plan.enrollment.updated' | 'plan.enrollment.canceled';
  readonly subject_id: string;
  readonly thin: string;
};

const loggedOf = async (institutionId: string): Promise<Logged[]> =>
  (
    await given.current.harness.ctx.db.pool.query<Logged>(
      'select id, type, subject_id, thin from events.events where account_id = $1 order by era, transaction_id, place',
      [institutionId],
    )
  ).rows;

async function enrollmentsOf(institutionId: string): Promise<Map<string, Enrollment>> {
  const { rows } = await given.current.harness.ctx.db.pool.query<Enrollment>(
    `select institution_id as "institutionId", livemode, id, status, external_ref as "externalRef", plan,
       first_name as "firstName", last_name as "lastName", email, phone, vin, year, make, model,
       effective_at as "effectiveAt", canceled_at as "canceledAt", cancel_reason as "cancelReason",
       redeemed_at as "redeemedAt", created_at as "createdAt", updated_at as "updatedAt"
     from memberships.enrollments where institution_id = $1`,
    [institutionId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The texts that the service itself writes for the same changes, with the ids of those events. */
async function expectedOf(institutionId: string, logged: readonly Logged[]): Promise<string[]> {
  const enrollments = await enrollmentsOf(institutionId);
  const events = logged.map(({ type, subject_id: id }) => enrollmentEvent(enrollments.get(id)!, type));
  const emitted = await transact(given.current.harness.ctx, async (tx) => emit(tx, ...events));
  return emitted.map(({ id, thin }, at) => thin.replace(id, logged[at]!.id));
}

const controls = Array.from({ length: 31 }, (_, at) => String.fromCodePoint(at + 1)).join('');
const references = [
  undefined,
  'loan-1',
  `"quoted" and \\ \\" \\n '' $1 %s {"id":"evt_x"}`,
  controls,
  '\u007f\u0080\u00a0\u2028\u2029\ufeff\ufffd',
  'Ångström 貸付 🚗👩‍👩‍👧 e\u0301 <b>&amp;</b>',
  'x'.repeat(120),
];

const livemodes = { sandbox: false, live: true };

describe.each([
  ['without an endpoint', []],
  ['with a thin endpoint', ['thin']],
  ['with a full endpoint', ['full']],
  ['with both', ['thin', 'full']],
] as const)("a roster's events, %s", (_, payloads) => {
  it.each(['sandbox', 'live'] as const)('events have byte for byte the text of single events: %s', async (mode) => {
    const { harness } = given.current;
    const livemode = livemodes[mode];
    const { institutionId, key } = await givenPartner(harness, { livemode });
    for (const payload of payloads) await givenEndpoint(given.current, institutionId, { livemode, payload });
    const rows = references.map((external_ref) =>
      enrollmentBody({
        ...(external_ref === undefined ? {} : { external_ref }),
        member: { first_name: `"${controls}"`, last_name: "O'Brien \\ 🚗", email: 'member@example.com' },
        effective_on: '2026-10-01',
      }),
    );
    const others = rowsOf(40);
    const stay = [...rows.slice(1), ...others];
    expect((await syncLines(harness, key, { roster: [...rows, ...others] })).status).toBe(200);
    // Each text is compared with its enrollment's current state, so before the next roster changes it.
    const created = await loggedOf(institutionId);
    expect(created.map(({ thin }) => thin)).toEqual(await expectedOf(institutionId, created));
    // Enrolled at any millisecond, as single calls do.
    await harness.ctx.db.pool.query(
      `update memberships.enrollments set created_at = created_at - (row_number * 23 + 7) * interval '1 millisecond'
       from (select id as numbered, row_number() over (order by id) from memberships.enrollments where institution_id = $1) n
       where id = numbered`,
      [institutionId],
    );
    const changed = stay.map((row, at) => ({
      ...row,
      external_ref: `${at} ${references[at % references.length]}`.slice(0, 120),
    }));
    expect((await syncLines(harness, key, { roster: changed })).body.totals).toMatchObject({
      updated: stay.length,
      canceled: 1,
    });
    const all = await loggedOf(institutionId);
    // The events published for comparison are there too.
    const second = all.slice(created.length * 2);
    expect(second.map(({ type }) => type)).toEqual([
      ...stay.map(() => 'plan.enrollment.updated'),
      'plan.enrollment.canceled',
    ]);
    expect(second.map(({ thin }) => thin)).toEqual(await expectedOf(institutionId, second));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id } of all) expect(id).toMatch(/^evt_[0-9A-Za-z]{24}$/);
  });
});

describe("a roster's deliveries", () => {
  const kinds: object[] = [
    { livemode: false },
    { livemode: true },
    { livemode: false, event_types: ['plan.enrollment.canceled', 'referral.created'] },
    { livemode: false, event_types: ['referral.created'] },
    { livemode: true, event_types: ['plan.enrollment.created'] },
  ];

  type Stored = { endpoint: number; type: string; state: string; lane: string; isThin: boolean };

  /** Waiting and skipped ones, without their ids. */
  async function storedOf(endpointIds: readonly string[]): Promise<Stored[]> {
    const { rows } = await given.current.harness.ctx.db.pool.query<Stored & { id: string }>(
      `select d.id, array_position($1, d.endpoint_id) as endpoint, event_type as type, d.state, lane, e.thin = d.body as "isThin",
         due_at = d.created_at and d.created_at = e.created_at as "isDue"
       from (select id, endpoint_id, event_id, event_type, state, lane, body, due_at, created_at from webhooks.deliveries
             union all select id, endpoint_id, event_id, event_type, state, '', body, finished_at, created_at
             from webhooks.delivery_history) d
       join events.events e on e.id = d.event_id where d.endpoint_id = any($1::text[])
       order by endpoint, type, d.state`,
      [endpointIds],
    );
    for (const { id } of rows) expect(id).toMatch(/^dlv_[0-9A-Za-z]{24}$/);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    return rows.map(({ id: _id, ...row }) => row);
  }

  async function givenEndpoints(institutionId: string): Promise<string[]> {
    const made: string[] = [];
    for (const kind of kinds) made.push((await givenEndpoint(given.current, institutionId, kind)).id);
    const disabled = await givenEndpoint(given.current, institutionId, { livemode: false });
    await callStaff(given.current, `PATCH /institutions/${institutionId}/webhook-endpoints/${disabled.id}`, {
      status: 'disabled',
    });
    const slow = await givenEndpoint(given.current, institutionId, { livemode: false });
    await given.current.harness.ctx.db.pool.query('update webhooks.endpoints set slow = true where id = $1', [slow.id]);
    return [...made, disabled.id, slow.id];
  }

  it.each([
    ['sandbox', 'active'],
    ['live', 'active'],
    ['sandbox', 'suspended'],
    ['live', 'suspended'],
  ] as const)('deliveries match those of single events: %s, the institution is %s', async (mode, status) => {
    const { harness } = given.current;
    const livemode = livemodes[mode];
    const [institutionId, other] = [await givenInstitution(given.current), await givenInstitution(given.current)];
    const [ours, theirs] = [await givenEndpoints(institutionId), await givenEndpoints(other)];
    const sync = (roster: readonly object[]) =>
      syncRoster(harness.ctx, {
        tenant: { institutionId, livemode },
        upload: {
          form: { kind: 'lines', options: { mode: 'apply', confirmCancelCount: undefined } },
          chunks: ReadableStream.from(roster.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))),
          maxRows: 100,
        },
        named: undefined,
      });
    // A suspended institution is refused immediately; one suspended during the call gets here.
    for (const id of [institutionId, other]) await callStaff(given.current, `PATCH /institutions/${id}`, { status });
    const rows = rowsOf(4);
    await sync(rows);
    await sync(rows.slice(1).map((row) => ({ ...row, external_ref: 'x' })));
    const logged = await loggedOf(institutionId);
    expect(logged).toHaveLength(8);
    const enrollments = await enrollmentsOf(institutionId);
    await transact(harness.ctx, async (tx) =>
      publishEvent(
        tx,
        ...logged.map(({ type, subject_id: id }) =>
          enrollmentEvent({ ...enrollments.get(id)!, institutionId: other }, type),
        ),
      ),
    );
    const stored = await storedOf(ours);
    expect(stored).toEqual(await storedOf(theirs));
    expect(new Set(stored.map(({ state }) => state))).toEqual(
      new Set(status === 'suspended' ? ['skipped'] : livemode ? ['waiting'] : ['waiting', 'skipped']),
    );
  });
});

it('a roster with more changes than one statement can hold publishes each once, in the order of the file', async () => {
  const { harness } = given.current;
  const { institutionId, key } = await givenPartner(harness);
  const roster = rowsOf(5001);
  const { body } = await syncLines(harness, key, { roster });
  expect(body.totals.created).toBe(5001);
  const vins = new Map([...(await enrollmentsOf(institutionId)).values()].map(({ id, vin }) => [id, vin]));
  const logged = await loggedOf(institutionId);
  expect(logged.map(({ subject_id: id }) => vins.get(id))).toEqual(roster.map(({ vehicle }) => vehicle.vin));
});
