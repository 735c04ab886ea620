import { beforeAll, describe, expect, it } from 'vitest';
import { newCanaries, findCanaries, type Canaries } from '#test/fixtures/canaries';
import { until } from '#test/until';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { deliver, givenEndpoint, useDelivering } from '#testing/webhooks';
import type { NewReferral, ReferralView } from './schemas.ts';
import { eventsAbout, eventTexts, givenReferral, partnerCalls, referralBody } from './testing.ts';

const given = useDelivering({ gapRequestsPerMin: 1_000_000 });

const attestation = { attestor_name: 'Pat Teller', channel: 'phone', attestation: 'The borrower wants to be called.' };

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
  for (const [name, kind] of Object.entries(kinds)) {
    const url = `https://hooks.example.com${base}/${name}`;
    await givenEndpoint(given.current, caller.institutionId, { url, ...kind });
  }
  return async (name: keyof typeof kinds): Promise<Told[]> => {
    await deliver(given.current.harness);
    const told = given.current.receiver.received.filter(({ path }) => path === `${base}/${name}`);
    return told.map(({ body, headers }) => ({ body, type: String(headers['x-service-event']) }));
  };
}

const thinMembers =
  'id object status external_ref created_at invited_at invitation_expires_at activated_at settled_at closed_at'.split(
    ' ',
  );
const fullMembers = [
  ...thinMembers,
  ...'status_label status_tone status_note borrower vehicle claim liability program consent submitted_via'.split(' '),
];

const claimMembers = 'carrier claim_number loss_state date_of_loss initial_offer_cents'.split(' ');
const consentMembers = 'mode disclosure_confirmed_at disclosure_channel disclosure_attestor_name'.split(' ');

/** Member names, including nested ones, in the order in which they are written. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([name, member]) => [name, shapeOf(member)])
    : 'a value';

/** A whole lifecycle: created, edited, invited again, attested, reviewed, settled, closed. */
async function live(caller: PartnerClient, body: NewReferral): Promise<ReferralView> {
  const { harness, token } = given.current;
  const call = partnerCalls(harness, caller.key);
  const staff = (path: string, sent: object) =>
    harness.call('POST', `/api/staff/v1/referrals/${path}`, { token, body: sent });
  const { id } = await givenReferral(harness, caller.key, body);
  await call(`PATCH /referrals/${id}`, { liability: { deductible_cents: 7_654_321 } });
  await call(`PATCH /referrals/${id}`, { borrower: { phone: null } });
  await call(`POST /referrals/${id}/attest`, attestation);
  await staff(`${id}/review`, { status: 'in_review', summary: 'Canarysummary of the team' });
  await staff(`${id}/settle`, { settlement_cents: 9_876_543, note: 'Canarynote of the team' });
  await staff(`${id}/close`, {});
  return (await call(`GET /referrals/${id}`)).body;
}

const lifeTypes = [
  'referral.created',
  'referral.invited',
  'referral.updated',
  'referral.updated',
  'referral.invited',
  'referral.activated',
  'referral.review_updated',
  'referral.settled',
  'referral.closed',
];

describe.each([
  ['live', true],
  ['of the sandbox', false],
])('events of a referral %s', (_name, livemode) => {
  let caller: PartnerClient;
  let canaries: Canaries;
  let referral: ReferralView;
  let told: Record<'thin' | 'full' | 'otherThin' | 'otherFull', Told[]>;
  beforeAll(async () => {
    caller = await givenPartner(given.current.harness, { livemode });
    canaries = newCanaries();
    const receivedBy = await givenEndpoints(caller);
    const { firstName = '', lastName = '', email = '', phone = '', vin = '', claimNumber = '' } = canaries;
    referral = await live(
      caller,
      referralBody({
        external_ref: 'loan-77',
        borrower: { first_name: firstName, last_name: lastName, email, phone },
        vehicle: { vin, year: 2021, make: 'Canarymake', model: 'Canarymodel' },
        claim: {
          ...referralBody().claim,
          carrier: 'Canarycarrier',
          claim_number: claimNumber,
          initial_offer_cents: 6_543_210,
        },
      }),
    );
    told = {
      thin: await receivedBy(livemode ? 'thinLive' : 'thinTest'),
      full: await receivedBy(livemode ? 'fullLive' : 'fullTest'),
      otherThin: await receivedBy(livemode ? 'thinTest' : 'thinLive'),
      otherFull: await receivedBy(livemode ? 'fullTest' : 'fullLive'),
    };
  });

  it('each change has one event, in the log as in the thin deliveries, byte for byte [P-EVENT-004, P-EVENT-012, P-EVENT-014]', async () => {
    const texts = await eventTexts(given.current.harness, referral.id);
    expect(texts.map((text) => JSON.parse(text).type)).toEqual(lifeTypes);
    expect(told.thin.map(({ body }) => body).toSorted()).toEqual(texts.toSorted());
    for (const { body, type } of told.thin) expect(JSON.parse(body).type).toBe(type);
    const listed = await until('the events to be listed', async () => {
      const answer = await partnerCalls(given.current.harness, caller.key)('GET /events?order=asc&limit=100');
      return answer.body.data.length === texts.length && answer.text;
    });
    expect(listed).toContain(`"data":[${texts.join(',')}]`);
  });

  it('events reach endpoints of their own mode and no others [P-SANDBOX-001, P-SANDBOX-002, P-SANDBOX-003, P-EVENT-006, P-FULL-014]', () => {
    expect([told.otherThin, told.otherFull]).toEqual([[], []]);
    for (const { body } of [...told.thin, ...told.full]) expect(JSON.parse(body).livemode).toBe(livemode);
  });

  it('full endpoints get the first thirteen event types only [P-EVENT-013]', () => {
    const first = lifeTypes.filter((type) => !['referral.updated', 'referral.review_updated'].includes(type));
    expect(told.full.map(({ type }) => type).toSorted()).toEqual(first.toSorted());
  });

  it('events have their thin members in order, and no others [P-THIN-002, P-THIN-003, P-THIN-004, P-THIN-005, P-THIN-009, P-EVENT-008]', () => {
    const extra: Record<string, unknown[]> = {
      'referral.activated': [
        ['consultation_number', 'a value'],
        ['via', 'a value'],
      ],
      'referral.settled': [['consultation_number', 'a value']],
      'referral.closed': [['consultation_number', 'a value']],
      'referral.review_updated': [
        ['review_record', ['id', 'object', 'status', 'updated_at'].map((name) => [name, 'a value'])],
      ],
    };
    for (const { body, type } of told.thin) {
      const envelope = JSON.parse(body);
      expect(body).toBe(JSON.stringify(envelope));
      expect(shapeOf(envelope)).toEqual([
        ...['id', 'object', 'type', 'api_version', 'created_at', 'livemode'].map((name) => [name, 'a value']),
        ['account', [['id', 'a value']]],
        ['data', [['referral', thinMembers.map((name) => [name, 'a value'])], ...(extra[type] ?? [])]],
      ]);
      expect(envelope.data.referral).toMatchObject({
        object: 'gap.referral',
        id: referral.id,
        external_ref: 'loan-77',
      });
      expect([envelope.account.id, envelope.api_version]).toEqual([caller.institutionId, '1.1']);
    }
  });

  it('thin events contain no contact, VIN or amount [P-THIN-006, P-THIN-007, P-THIN-008]', () => {
    const { externalRef: _shown, idempotencyKey: _sent, attestation: _said, ...secret } = canaries;
    for (const { body } of told.thin) {
      expect(findCanaries(body, secret)).toEqual([]);
      expect(body).not.toMatch(/canary|teller|_cents|6543210|7654321|9876543|49700|1800000/i);
    }
  });

  it('events and the requests that caused them leave no borrower data in the log', () => {
    const lines = given.current.harness.logLines.join('');
    expect(lines).toContain('referrals.create');
    expect(findCanaries(lines, canaries)).toEqual([]);
    expect(lines).not.toMatch(/canary|Pat Teller/i);
  });

  it('events have the full members in order, and no others [P-FULL-001, P-FULL-002, P-FULL-003, P-FULL-005, P-FULL-006, P-FULL-007, P-FULL-008, P-FULL-009, P-FULL-010, P-FULL-011]', () => {
    for (const { body } of told.full) {
      const { data, ...envelope } = JSON.parse(body);
      expect(body).toBe(JSON.stringify({ ...envelope, data }));
      expect(Object.keys(envelope)).toEqual(['id', 'object', 'type', 'created_at', 'livemode']);
      expect(Object.keys(data.referral)).toEqual(fullMembers);
      expect(Object.keys(data.referral.borrower)).toEqual(['first_name', 'last_name', 'email', 'phone']);
      expect(Object.keys(data.referral.vehicle)).toEqual(['vin', 'year', 'make', 'model']);
      expect(Object.keys(data.referral.claim)).toEqual(claimMembers);
      expect(Object.keys(data.referral.liability)).toEqual(['loan_payoff_cents', 'deductible_cents']);
      expect(Object.keys(data.referral.program)).toEqual([
        'mode',
        'subsidy_type',
        'subsidy_value',
        'price_cents',
        'locked',
      ]);
      expect(Object.keys(data.referral.consent)).toEqual(consentMembers);
      const thin = told.thin.find((other) => JSON.parse(other.body).id === envelope.id);
      expect(thin).toBeDefined();
    }
  });

  it('events show the referral as it was at that moment [P-FULL-004, P-REF-010]', () => {
    const at = (type: string) => JSON.parse(told.full.findLast((one) => one.type === type)!.body).data;
    expect(at('referral.activated')).toMatchObject({
      referral: { status: 'activated', status_label: 'Consultation active', status_tone: 'success', settled_at: null },
      consultation_number: expect.stringMatching(livemode ? /^CN-\d{8}$/ : /^CN-T\d{7}$/),
      via: 'warm_handoff',
    });
    const { livemode: _mode, consultation_number: number, ...closed } = referral;
    expect(at('referral.closed')).toEqual({ referral: closed, consultation_number: number });
    expect(at('referral.settled').referral).toMatchObject({ status_note: 'Canarynote of the team', closed_at: null });
  });
});

it('events of every type are thin in the log, including those that full endpoints select [P-EVENT-011]', async () => {
  const { harness, receiver } = given.current;
  const caller = await givenPartner(harness);
  const url = `https://hooks.example.com/${crypto.randomUUID()}`;
  const chosen = ['referral.updated', 'referral.declined'];
  await givenEndpoint(given.current, caller.institutionId, {
    url,
    livemode: false,
    payload: 'full',
    event_types: chosen,
  });
  const { id } = await givenReferral(harness, caller.key);
  await partnerCalls(harness, caller.key)(`PATCH /referrals/${id}`, { external_ref: 'x' });
  await partnerCalls(harness, caller.key)(`POST /referrals/${id}/simulate`, { step: 'decline' });
  await deliver(harness);
  const bodies = receiver.received.filter(({ path }) => url.endsWith(path)).map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type }) => type).toSorted()).toEqual(chosen.toSorted());
  for (const { data } of bodies) expect(Object.keys(data.referral)).toEqual(fullMembers);
  for (const { data } of await eventsAbout(harness, id)) expect(Object.keys(data.referral)).toEqual(thinMembers);
});
