import { beforeAll, describe, expect, it } from 'vitest';
import { findCanaries, newCanaries, type Canaries } from '#test/fixtures/canaries';
import { until } from '#test/until';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { eventTexts, partnerCalls } from '#testing/referrals';
import { deliver, givenEndpoint, useDelivering } from '#testing/webhooks';
import type { EnrollmentView } from '../schemas.ts';
import { enrollmentBody, givenEnrollment, rosterVin } from '../testing.ts';

const given = useDelivering({ gapRequestsPerMin: 1_000_000 });

type Told = { readonly body: string; readonly type: string };

/** One institution's endpoints: thin and full, in both modes, each with its own path. */
async function givenEndpoints(caller: PartnerClient) {
  const kinds = {
    thinTest: { livemode: false },
    fullTest: { livemode: false, payload: 'full', secret_kind: 'gap' },
    thinLive: { livemode: true },
    fullLive: { livemode: true, payload: 'full', secret_kind: 'gap' },
  };
  const base = `/${crypto.randomUUID()}`;
  for (const [name, kind] of Object.entries(kinds))
    await givenEndpoint(given.current, caller.institutionId, {
      url: `https://hooks.example.com${base}/${name}`,
      ...kind,
    });
  return (name: keyof typeof kinds): Told[] =>
    given.current.receiver.received
      .filter(({ path }) => path === `${base}/${name}`)
      .map(({ body, headers }) => ({ body, type: String(headers['x-service-event']) }));
}

/** Member names, including nested ones, in the order in which they are written. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([name, member]) => [name, shapeOf(member)])
    : 'a value';
const names = (list: string): unknown => list.split(' ').map((name) => [name, 'a value']);

const thinEnrollment = ['enrollment', names('id object status external_ref test created_at effective_at canceled_at')];
const thinNotice = ['loss_notice', names('id object status external_ref created_at')];
const thinRedemption = ['redemption', names('id object status consultation_number created_at completed_at')];

const fullEnrollment = [
  'enrollment',
  [
    ...(names('id object status external_ref test plan') as unknown[]),
    ['member', names('first_name last_name email phone')],
    ['vehicle', names('vin year make model')],
    ...(names('effective_at canceled_at cancel_reason created_at updated_at') as unknown[]),
  ],
];
const fullNotice = [
  'loss_notice',
  names(
    'id object status external_ref enrollment_id redemption_id consultation_number date_of_loss loss_state carrier claim_number initial_offer_cents test created_at',
  ),
];
const fullRedemption = [
  'redemption',
  names('id object status enrollment_id loss_notice_id consultation_number test created_at completed_at'),
];

const shapes: Record<string, { readonly thin: unknown[]; readonly full: unknown[] }> = {
  'plan.enrollment.created': { thin: [thinEnrollment], full: [fullEnrollment] },
  'plan.enrollment.updated': { thin: [thinEnrollment], full: [fullEnrollment] },
  'plan.enrollment.canceled': { thin: [thinEnrollment], full: [fullEnrollment] },
  'plan.loss.reported': { thin: [thinEnrollment, thinNotice], full: [fullEnrollment, fullNotice] },
  'plan.redemption.created': { thin: [thinEnrollment, thinRedemption], full: [fullEnrollment, fullRedemption] },
  'plan.redemption.completed': { thin: [thinEnrollment, thinRedemption], full: [fullEnrollment, fullRedemption] },
};

const lifeTypes = [
  'plan.enrollment.created',
  'plan.enrollment.updated',
  'plan.loss.reported',
  'plan.redemption.created',
  'plan.enrollment.updated',
  'plan.loss.reported',
  'plan.redemption.created',
  'plan.redemption.completed',
];

/**
 * A whole lifecycle: enrolled, edited, lost, loss canceled, lost again, redeemed; and a second enrollment that is
 * canceled.
 */
async function live(
  caller: PartnerClient,
  canaries: Canaries,
): Promise<{ one: EnrollmentView; other: EnrollmentView }> {
  const { harness, token } = given.current;
  const call = partnerCalls(harness, caller.key);
  const { firstName = '', lastName = '', email = '', phone = '', vin = '', claimNumber = '' } = canaries;
  const member = { first_name: firstName, last_name: lastName, email };
  const { id } = await givenEnrollment(harness, caller.key, {
    external_ref: 'loan-77',
    member,
    vehicle: { vin, year: 2021, make: 'Canarymake', model: 'Canarymodel' },
  });
  await call(`PATCH /plans/enrollments/${id}`, { member: { phone } });
  for (const how of ['cancel', 'complete']) {
    const { body } = await call('POST /plans/loss-notices', {
      vin,
      date_of_loss: '2026-11-15',
      loss_state: 'NY',
      carrier: 'Canarycarrier',
      claim_number: claimNumber,
      initial_offer_cents: 6_543_210,
    });
    await harness.call('POST', `/api/staff/v1/redemptions/${body.redemption_id}/${how}`, { token });
  }
  const other = await givenEnrollment(harness, caller.key, { member, vehicle: { vin: rosterVin() } });
  await call(`PATCH /plans/enrollments/${other.id}`, { status: 'canceled', cancel_reason: 'Canaryreason' });
  return { one: (await call(`GET /plans/enrollments/${id}`)).body, other };
}

describe.each([
  ['live', true],
  ['of the sandbox', false],
])('events of an enrollment %s', (_name, livemode) => {
  let caller: PartnerClient;
  let canaries: Canaries;
  let one: EnrollmentView;
  let other: EnrollmentView;
  let told: Record<'thin' | 'full' | 'otherThin' | 'otherFull', Told[]>;
  beforeAll(async () => {
    caller = await givenPartner(given.current.harness, { livemode });
    canaries = newCanaries();
    const receivedBy = await givenEndpoints(caller);
    ({ one, other } = await live(caller, canaries));
    await deliver(given.current.harness);
    told = {
      thin: receivedBy(livemode ? 'thinLive' : 'thinTest'),
      full: receivedBy(livemode ? 'fullLive' : 'fullTest'),
      otherThin: receivedBy(livemode ? 'thinTest' : 'thinLive'),
      otherFull: receivedBy(livemode ? 'fullTest' : 'fullLive'),
    };
  });

  it('each change has one event, in the log as in the thin deliveries, byte for byte [P-EVENT-004, P-EVENT-012, P-EVENT-014]', async () => {
    const { harness } = given.current;
    const texts = await eventTexts(harness, one.id);
    expect(texts.map((text) => JSON.parse(text).type)).toEqual(lifeTypes);
    const all = [...texts, ...(await eventTexts(harness, other.id))];
    expect(told.thin.map(({ body }) => body).toSorted()).toEqual(all.toSorted());
    for (const { body, type } of told.thin) expect(JSON.parse(body).type).toBe(type);
    const listed = await until('the events to be listed', async () => {
      const answer = await partnerCalls(harness, caller.key)('GET /events?order=asc&limit=100');
      return answer.body.data.length === all.length && answer.text;
    });
    expect(listed).toContain(`"data":[${all.join(',')}]`);
  });

  it('events have livemode for thin endpoints of their own mode, and reach no other thin endpoint [P-THIN-010, P-EVENT-006]', () => {
    expect(told.otherThin).toEqual([]);
    for (const { body } of told.thin) expect(JSON.parse(body).livemode).toBe(livemode);
  });

  it('events have no livemode for full endpoints; sandbox events reach live ones too, and are marked as tests [P-FULL-012, P-FULL-013, P-EVENT-010]', () => {
    expect(told.otherFull.map(({ body }) => body).toSorted()).toEqual(
      livemode ? [] : told.full.map(({ body }) => body).toSorted(),
    );
    for (const { body } of [...told.full, ...told.otherFull]) {
      const envelope = JSON.parse(body);
      expect(Object.keys(envelope)).toEqual(['id', 'object', 'type', 'created_at', 'data']);
      expect(envelope.data.enrollment.test).toBe(!livemode);
    }
    for (const { body } of told.thin) expect(JSON.parse(body).data.enrollment.test).toBe(!livemode);
  });

  it('full endpoints get the first thirteen event types only [P-EVENT-013]', () => {
    const all = [...lifeTypes, 'plan.enrollment.created', 'plan.enrollment.canceled'];
    const first = all.filter((type) => type !== 'plan.redemption.completed');
    expect(told.full.map(({ type }) => type).toSorted()).toEqual(first.toSorted());
  });

  it('events have their members in order, and no others [P-THIN-002, P-THIN-003, P-THIN-009, P-FULL-002, P-EVENT-007]', () => {
    for (const { body, type } of told.thin) {
      const envelope = JSON.parse(body);
      expect(body).toBe(JSON.stringify(envelope));
      expect(shapeOf(envelope)).toEqual([
        ...(names('id object type api_version created_at livemode') as unknown[]),
        ['account', names('id')],
        ['data', shapes[type]?.thin],
      ]);
      expect([envelope.account.id, envelope.api_version]).toEqual([caller.institutionId, '1.1']);
    }
    for (const { body, type } of told.full) {
      const { data } = JSON.parse(body);
      expect(shapeOf(data)).toEqual(shapes[type]?.full);
    }
  });

  it('thin events contain no contact, VIN or amount [P-THIN-006, P-THIN-007, P-THIN-008]', () => {
    const { externalRef: _shown, idempotencyKey: _sent, attestation: _said, ...secret } = canaries;
    for (const { body } of told.thin) {
      expect(findCanaries(body, { ...secret, otherVin: other.vehicle.vin })).toEqual([]);
      expect(body).not.toMatch(/canary|_cents|6543210|standard|"NY"/i);
    }
    expect(findCanaries(told.full.map(({ body }) => body).join(''), secret)).toContain('vin');
  });

  it('events and the requests that caused them leave no member data in the log', () => {
    const lines = given.current.harness.logLines.join('');
    expect(lines).toContain('plans.enroll');
    expect(findCanaries(lines, canaries)).toEqual([]);
    expect(lines).not.toMatch(/canary/i);
  });

  it('events show the enrollment as it was at that moment', async () => {
    const { harness } = given.current;
    const logged = [...(await eventTexts(harness, one.id)), ...(await eventTexts(harness, other.id))];
    const events = logged.map((text) => JSON.parse(text) as { id: string; type: string });
    const received = told.full.map(({ body }) => JSON.parse(body));
    // The last of its type in the log, because deliveries arrive in any order.
    const at = (type: string) => {
      const last = events.findLast((event) => event.type === type);
      return received.find(({ id }) => id === last?.id).data;
    };
    expect(at('plan.enrollment.canceled').enrollment).toEqual({
      ...other,
      status: 'canceled',
      canceled_at: expect.any(String),
      cancel_reason: 'Canaryreason',
      updated_at: expect.any(String),
    });
    const lost = at('plan.redemption.created');
    expect(lost.enrollment).toEqual({ ...one, status: 'loss_reported', updated_at: expect.any(String) });
    expect(lost.redemption).toMatchObject({ status: 'open', enrollment_id: one.id, completed_at: null });
    expect(at('plan.loss.reported').loss_notice).toMatchObject({
      redemption_id: lost.redemption.id,
      consultation_number: lost.redemption.consultation_number,
      initial_offer_cents: 6_543_210,
      test: !livemode,
    });
  });
});

it('a type that full endpoints do not get by default reaches one that selected it, with the full payload [P-EVENT-011]', async () => {
  const { harness, receiver, token } = given.current;
  const caller = await givenPartner(harness, { livemode: true });
  const url = `https://hooks.example.com/${crypto.randomUUID()}`;
  const chosen = { livemode: true, payload: 'full', secret_kind: 'gap', event_types: ['plan.redemption.completed'] };
  await givenEndpoint(given.current, caller.institutionId, { url, ...chosen });
  const call = partnerCalls(harness, caller.key);
  const { vehicle } = (await call('POST /plans/enrollments', enrollmentBody())).body;
  const { body } = await call('POST /plans/loss-notices', { vin: vehicle.vin, date_of_loss: '2026-11-15' });
  await harness.call('POST', `/api/staff/v1/redemptions/${body.redemption_id}/complete`, { token });
  await deliver(harness);
  const bodies = receiver.received.filter(({ path }) => url.endsWith(path)).map((request) => JSON.parse(request.body));
  expect(bodies.map(({ type, data }) => [type, shapeOf(data)])).toEqual([
    ['plan.redemption.completed', shapes['plan.redemption.completed']?.full],
  ]);
});
