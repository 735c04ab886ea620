import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useHarness, type CallOptions } from '#test/harness';
import { untilComplete } from '#testing/webhooks/events';
import { givenPartner } from '#testing/partners';

/**
 * The recorded responses of both public surfaces, compared byte by byte apart from ids and tokens, each of which is
 * numbered in the order of its first appearance. RECORD_WIRE=1 records them again, for an intended change.
 */
const file = new URL('recorded-answers.json', import.meta.url);
const given = useHarness();

type Recorded = { request: string; status: number; headers: Record<string, string>; body: string };

/** Headers that depend on the connection, the moment, or the length of a random text. */
const passing = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'content-length',
  'ratelimit',
]);

/** Ids and secrets become their kind and a number; equal ones stay equal. */
function createScrubber(): (text: string) => string {
  const seen = new Map<string, string>();
  const number = (kind: string) => (found: string) => {
    const name = seen.get(found) ?? `<${kind} ${seen.size + 1}>`;
    seen.set(found, name);
    return name;
  };
  return (text) =>
    text
      .replace(/\b[a-z]{2,6}_(?:(?:live|test)_)?[0-9A-Za-z]{20,}\b/g, (id) => number(id.split('_')[0] ?? '')(id))
      .replace(/\bCN-\d{8}\b/g, number('number'))
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, number('uuid'))
      .replace(/(?<=\/[cikp]\/|")[0-9A-Za-z_-]{32,}(?=[" ])/g, number('token'))
      .replace(/(?<="(?:key_)?prefix":")[^"]+/g, number('prefix'))
      .replace(/(?<="next_cursor":")[^"]+/g, '<cursor>')
      // The hash of a body with ids in it.
      .replace(/^"[\w-]{22}"$/, '<entity tag>');
}

describe('the answers of the agent and the partner surface', () => {
  it('the responses are byte by byte the recorded ones, apart from ids and tokens', { timeout: 120_000 }, async () => {
    const harness = given.current;
    const recorded: Recorded[] = [];
    const scrub = createScrubber();
    const call = async (request: string, options: CallOptions = {}) => {
      const [method = '', path = ''] = request.split(' ');
      harness.clock.advance(1);
      const answer = await harness.call(method, path, options);
      const headers = [...answer.headers].filter(([name]) => !passing.has(name)).toSorted();
      recorded.push({
        request: scrub(request),
        status: answer.status,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, scrub(value)])),
        body: scrub(answer.text),
      });
      return answer.body;
    };
    await askAgentSurface(call);
    await askRegistration(call);
    await askReferrals(call);
    await askMembership(call);
    const text = `${JSON.stringify(recorded, null, 2)}\n`;
    if (process.env['RECORD_WIRE'] === '1') writeFileSync(file, text);
    expect(recorded.length).toBeGreaterThan(90);
    expect(recorded).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
type Caller = (request: string, options?: CallOptions) => Promise<any>;

const intakes = '/api/agent/v1/intakes';
const person = (name: string) => ({ first_name: 'Synthetic', last_name: 'Person', email: `${name}@example.com` });
const vins = ['1HGCM82633A004352', '5YJSA1E26HF000337', '1M8GDM9AXKP042788', '2HGES16575H000000'] as const;

async function askAgentSurface(call: Caller): Promise<void> {
  const body = {
    agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
    customer: person('wire-1'),
    consent: { attestation: 'The customer asked me to submit this and expects a call.' },
  };
  const sameKey = { 'idempotency-key': 'wire-key-1' };
  const first = await call(`POST ${intakes}`, { body, headers: sameKey });
  await call(`POST ${intakes}`, { body, headers: sameKey });
  await call(`POST ${intakes}`, { body: { ...body, external_ref: 'other' }, headers: sameKey });
  await call(`POST ${intakes}`, { body });
  const path = `${intakes}/${first.intake_id}`;
  await call(`GET ${path}`, { token: first.poll_token });
  await call(`GET ${path}`);
  await call(`GET ${path}`, { token: 'wrong' });
  await call(`GET ${intakes}/int_000000000000000000000000`, { token: first.poll_token });
  await call(`POST ${intakes}`, { raw: '{' });
  await call(`POST ${intakes}`, { raw: '[]' });
  await call(`POST ${intakes}`, { raw: 'x', headers: { 'content-type': 'text/plain' } });
  await call(`POST ${intakes}`, { body: {} });
  await call(`POST ${intakes}`, { body: { ...body, customer: { first_name: 7, email: 'no' }, unknown: 1 } });
  await call(`POST ${intakes}`, { body, headers: { 'idempotency-key': 'k'.repeat(300) } });
  const vehicle = { vin: vins[0] };
  await call(`POST ${intakes}`, { body: { ...body, customer: person('wire-2'), vehicle } });
  const full = await call(`POST ${intakes}`, {
    body: {
      ...body,
      external_ref: 'case-3',
      customer: { ...person('wire-3'), phone: '+1 512 555 0123' },
      vehicle: { vin: vins[1], odometer: 120_000 },
      loss: { date_of_loss: '2026-11-01', loss_state: 'TX', zip: '78701' },
      offer: { acv_offer_cents: 700_000, insurer: 'Synthetic Mutual', claim_number: 'CLM-0003' },
    },
  });
  await call(`GET ${intakes}/${full.intake_id}`, { token: full.poll_token });
  await call(`PUT ${intakes}`);
  await call(`DELETE ${path}`);
  await call(`POST ${path}/documents`, { token: first.poll_token, body: {} });
  const pdf = { 'content-type': 'application/pdf' };
  await call(`POST ${path}/documents`, { token: first.poll_token, raw: 'no pdf', headers: pdf });
  await call('GET /api/agent/v1/nothing');
  await call('GET /api/agent/v1/agreement');
}

async function askRegistration(call: Caller): Promise<void> {
  const operator = { name: 'Synthetic Operator', email: 'wire-operator@example.com' };
  const agreement = { accepted: true, version: '2026-09-17' };
  const body = { agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' }, operator, agreement };
  const register = '/api/agent/v1/register';
  await call(`POST ${register}`, { body: {} });
  await call(`POST ${register}`, { body: { ...body, agreement: { ...agreement, version: 'none' } } });
  const { registration_id } = await call(`POST ${register}`, { body });
  const mail = given.current.mailbox.to(operator.email).at(-1)?.mail.text ?? '';
  const code = /\b\d{6}\b/.exec(mail)?.[0] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  await call(`POST ${register}/verify`, { body: { registration_id, code: wrong } });
  await call(`POST ${register}/verify`, { body: { registration_id: 'none', code } });
  const { api_key: token } = await call(`POST ${register}/verify`, { body: { registration_id, code } });
  await call(`POST ${register}/verify`, { body: { registration_id, code } });
  const me = '/api/agent/v1/me';
  await call(`GET ${me}`, { token });
  await call(`GET ${me}`);
  await call(`GET ${me}`, { token: 'wrong' });
  await call(`PUT ${me}/webhook`, { token, body: { url: 'http://example.com/hook' } });
  await call(`PUT ${me}/webhook`, { token, body: { url: 'https://hooks.example.com/hook' } });
  await call(`GET ${me}`, { token });
  await call(`DELETE ${me}/webhook`, { token });
  await call(`DELETE ${me}/webhook`, { token });
  const rotated = await call(`POST ${me}/rotate-key`, { token });
  await call(`GET ${me}`, { token });
  await call(`GET ${me}`, { token: rotated.api_key });
}

const gap = '/api/gap/v1';
const key = (name: string) => ({ 'idempotency-key': `wire-${name}` });
const referral = (vin: string, ref: string) => ({
  external_ref: ref,
  borrower: { ...person(ref), phone: '(212) 555-0142' },
  vehicle: { vin, year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: 'CLM-0001',
    loss_state: 'NY',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
});

async function askReferrals(call: Caller): Promise<void> {
  const { key: token, institutionId } = await givenPartner(given.current);
  const { key: reader } = await givenPartner(given.current, { role: 'read_only', institutionId });
  const { key: stranger } = await givenPartner(given.current);
  await call(`GET ${gap}/me`, { token });
  await call(`GET ${gap}/me`);
  await call(`GET ${gap}/me`, { token: 'wrong' });
  await call(`POST ${gap}/signature-check`, { token, body: {} });
  await call(`POST ${gap}/credentials/none/verify`, { token, body: { challenge: 'x' } });
  const body = referral(vins[0], 'loan-1');
  const referrals = `${gap}/referrals`;
  const first = await call(`POST ${referrals}`, { token, body, headers: key('r1') });
  await call(`POST ${referrals}`, { token, body, headers: key('r1') });
  await call(`POST ${referrals}`, { token, body: { ...body, external_ref: 'x' }, headers: key('r1') });
  await call(`POST ${referrals}`, { token, body, headers: key('r2') });
  await call(`POST ${referrals}`, { token, body: referral(vins[1], 'loan-2') });
  await call(`POST ${referrals}`, { token: reader, body, headers: key('r3') });
  await call(`POST ${referrals}`, { token, body: {}, headers: key('r4') });
  await call(`POST ${referrals}`, { token, raw: '{', headers: key('r5') });
  await call(`POST ${referrals}`, { token, raw: 'x', headers: { ...key('r6'), 'content-type': 'text/plain' } });
  const path = `${referrals}/${first.id}`;
  await call(`GET ${path}`, { token });
  await call(`GET ${path}`, { token: reader });
  await call(`GET ${path}`, { token: stranger });
  await call(`PATCH ${path}`, { token, body: { external_ref: 'loan-1b' }, headers: key('p1') });
  await call(`PATCH ${path}`, { token, body: { status: 'closed' }, headers: key('p2') });
  await call(`GET ${referrals}?limit=1`, { token });
  for (const query of ['limit=0', 'cursor=x', 'nothing=1', 'status=no', 'created_after=no'])
    await call(`GET ${referrals}?${query}`, { token });
  for (const step of ['settle', 'accept', 'settle', 'close', 'close', 'nothing'])
    await call(`POST ${path}/simulate`, { token, body: { step } });
  const second = await call(`POST ${referrals}`, { token, body: referral(vins[2], 'loan-3') });
  const attestation = {
    attestor_name: 'Synthetic Officer',
    channel: 'phone',
    attestation: 'Asked for help by phone today.',
  };
  await call(`POST ${referrals}/${second.id}/attest`, { token, body: {} });
  await call(`POST ${referrals}/${second.id}/attest`, { token, body: attestation });
  await call(`GET ${path}/review-record`, { token });
  await call(`POST ${gap}/review-status/lookup`, { token, body: { vin: vins[0] } });
  await call(`POST ${gap}/review-status/lookup`, { token, body: {} });
  const bulk = { referrals: [referral(vins[3], 'loan-4'), {}, referral(vins[0], 'loan-5')] };
  await call(`POST ${referrals}/bulk`, { token, body: bulk, headers: key('bulk') });
  await call(`POST ${referrals}/bulk`, { token, body: { referrals: [] } });
  await untilComplete(given.current);
  await call(`GET ${gap}/events?limit=3`, { token });
  await call(`GET ${gap}/events?type=no`, { token });
  await call(`GET ${gap}/analytics`, { token });
  await call(`GET ${gap}/analytics?from=2026-13-01`, { token });
  await call(`GET ${gap}/nothing`, { token });
  await call(`DELETE ${path}`, { token });
}

async function askMembership(call: Caller): Promise<void> {
  const { key: token } = await givenPartner(given.current);
  const plans = `${gap}/plans`;
  const body = {
    member: { first_name: 'Synthetic', last_name: 'Member', email: 'wire-member@example.com' },
    vehicle: { vin: vins[1], year: 2022, make: 'Synthetic', model: 'Wagon' },
  };
  const first = await call(`POST ${plans}/enrollments`, { token, body, headers: key('e1') });
  await call(`POST ${plans}/enrollments`, { token, body, headers: key('e1') });
  await call(`POST ${plans}/enrollments`, { token, body, headers: key('e2') });
  await call(`POST ${plans}/enrollments`, { token, body: {}, headers: key('e3') });
  const path = `${plans}/enrollments/${first.id}`;
  await call(`GET ${path}`, { token });
  await call(`PATCH ${path}`, { token, body: { external_ref: 'member-1' } });
  await call(`PATCH ${path}`, { token, body: { unknown: 1 } });
  await call(`GET ${plans}/enrollments`, { token });
  await call(`GET ${plans}/enrollments?status=x`, { token });
  const other = { ...body, vehicle: { ...body.vehicle, vin: vins[2] } };
  await call(`POST ${plans}/enrollments/bulk`, { token, body: { enrollments: [body, {}, other] } });
  await call(`POST ${plans}/roster-sync`, { token, raw: 'x' });
  const roster = { ...key('roster'), 'content-type': 'application/x-ndjson' };
  await call(`POST ${plans}/roster-sync`, { token, raw: `${JSON.stringify(other)}\n`, headers: roster });
  await call(`POST ${plans}/roster-sync`, { token, body: { roster: [other] } });
  await call(`POST ${plans}/loss-notices`, { token, body: { vin: vins[2], date_of_loss: '2026-11-10' } });
  await call(`POST ${plans}/loss-notices`, { token, body: { vin: vins[2], date_of_loss: '2026-11-15' } });
  await call(`POST ${plans}/loss-notices`, { token, body: { vin: vins[2], date_of_loss: '2026-11-15' } });
  await call(`POST ${plans}/loss-notices`, { token, body: { vin: 'x' } });
  await call(`PATCH ${path}`, { token, body: { status: 'canceled' } });
  await call(`GET ${plans}/redemptions`, { token });
  await call(`GET ${plans}/statements`, { token });
  await call(`GET ${plans}/statements?period=2026-13`, { token });
  await untilComplete(given.current);
  await call(`GET ${gap}/events`, { token });
}
