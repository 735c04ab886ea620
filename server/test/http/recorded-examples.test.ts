// Makes the calls whose responses are the examples in the API descriptions. RECORD_EXAMPLES=1 records them again.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useHarness, type Answer, type CallOptions } from '#test/harness';
import { codeFor, freshAddress, givenAgent, registrationOf, wrongCodeFor } from '#testing/agents';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { untilComplete } from '#testing/webhooks/events';
import { minimalIntake } from '#testing/intakes';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { enrollmentBody } from '#testing/memberships';
import { givenReferral, referralBody } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { makeReport } from '#test/reports/corpus';
import { neutralBase, type RecordedExamples } from '#app/openapi/recorded-examples';

const harness = useHarness({ PUBLIC_BASE_URL: neutralBase, agreementVersion: '2026-09-17' });

type Recorded = Record<string, Record<string, Record<string, unknown>>>;

/** Collects responses by operation, status and name; a refusal is named by its code. */
function recorder(prefix: string) {
  const recorded: Recorded = {};
  type Recording = { readonly status: number | '4XX'; readonly body: Answer['body'] };
  const record = (operation: string, { status, body }: Recording, name?: string): void => {
    const ofStatus = ((recorded[operation] ??= {})[status] ??= {});
    ofStatus[name ?? body.code ?? 'answer'] = body;
  };
  type Called = CallOptions & { readonly name?: string };
  const call = async (operation: string, route: string, { name, ...options }: Called = {}): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    // Two objects of the same moment have no defined order.
    harness.current.clock.advance(1);
    const answer = await harness.current.call(method, `${prefix}${path}`, { headers: freshAddress(), ...options });
    record(operation, answer, name);
    return answer;
  };
  return { recorded, record, call };
}

/**
 * Replaces a run's ids, tokens and keys with those of a synthetic object: examples contain no secret, and are the same
 * after every run.
 */
function toExample(recorded: Recorded): RecordedExamples {
  const text = JSON.stringify(recorded)
    .replaceAll(/\b([a-z]{2,5})_[0-9A-Za-z]{24}\b/g, '$1_0Ai1jZkB0000000000000000')
    .replaceAll(/\b((?:svc|whsec|gap)_[a-z_]*|svc_[a-z]+_)([0-9A-Za-z+/=]{16,})/g, '$10000synthetic0000example0000')
    .replaceAll(/(\/(?:c|stop)\/)[\w-]{16,}/g, '$10000synthetic0000example0000')
    .replaceAll(/[\w.-]+(@(?:\w+\.)*example\.com)/g, 'person$1')
    .replaceAll(/"key_prefix":"(svc_agent_|gap_test_)\w+"/g, '"key_prefix":"$10000"')
    .replaceAll(/"prefix":"(svc_agent_)\w+"/g, '"prefix":"$10000"')
    .replaceAll(/[12]SYNTH\d{11}/g, '1SYNTHETK00000101')
    .replaceAll(/CN-(T?)\d+/g, 'CN-$10000001');
  return JSON.parse(text) as RecordedExamples;
}

async function recordAgent(): Promise<Recorded> {
  const { recorded, record, call } = recorder('/api/agent/v1');
  const intake = {
    ...minimalIntake({ customer: { first_name: 'Synthetic', email: `owner-${crypto.randomUUID()}@example.com` } }),
    external_ref: 'case-2026-0917',
  };
  const named = { body: intake, headers: { ...freshAddress(), 'idempotency-key': 'case-2026-0917' } };
  const { body: made } = await call('submitIntake', 'POST /intakes', named);
  await call('submitIntake', 'POST /intakes', { ...named, name: 'replay' });
  const other = { ...named, body: { ...intake, external_ref: 'another' } };
  await call('submitIntake', 'POST /intakes', other);
  await call('submitIntake', 'POST /intakes', {
    body: { ...intake, customer: { email: 'nobody' }, vehicle: { plate_state: 'California' }, consent: {} },
  });
  await call('submitIntake', 'POST /intakes', { body: intake, token: 'svc_agent_unknown' });
  const path = `/intakes/${made.intake_id}`;
  await call('getIntake', `GET ${path}`, { token: made.poll_token });
  await call('getIntake', `GET ${path}`, { token: 'wrong' });
  const report = new FormData();
  report.append('file', new Blob([new Uint8Array((await makeReport('ccc', 1)).pdf)]), 'report.pdf');
  for (const body of [report, 'nothing'])
    record('attachReport', await upload(path, made.poll_token, body), body === report ? 'answer' : undefined);
  await call('attachReport', `POST ${path}/documents`, { token: 'wrong' });
  await call('getAgreement', 'GET /agreement');
  const large = { headers: { 'x-large': 'x'.repeat(20_000) } };
  const { body: tooLarge } = await harness.current.call('GET', '/api/agent/v1/agreement', large);
  record('getAgreement', { status: '4XX', body: tooLarge });
  await recordRegistration(call);
  await recordAccount(call);
  return recorded;
}

async function upload(path: string, token: string, body: FormData | string): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${harness.current.baseUrl}/api/agent/v1${path}/documents`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: response.status, body: await response.json() };
}

type Call = ReturnType<typeof recorder>['call'];

async function recordRegistration(call: Call): Promise<void> {
  const email = `operator-${crypto.randomUUID()}@example.com`;
  const body = registrationOf(email);
  const { body: pending } = await call('registerAgent', 'POST /register', { body });
  await call('registerAgent', 'POST /register', { body: { ...body, agent: {} } });
  const outdated = { ...body, agreement: { accepted: true, version: '2020-01-01' } };
  await call('registerAgent', 'POST /register', { body: outdated });
  const code = codeFor(harness.current, email);
  const { registration_id } = pending;
  await call('verifyRegistration', 'POST /register/verify', { body: { registration_id, code: wrongCodeFor(code) } });
  const { body: verified } = await call('verifyRegistration', 'POST /register/verify', {
    body: { registration_id, code },
  });
  await call('verifyRegistration', 'POST /register/verify', { body: { registration_id, code } });
  await call('verifyRegistration', 'POST /register/verify', { body: { registration_id: 'reg_unknown', code } });
  await call('requestRecovery', 'POST /recover', { body: { principal_id: verified.principal_id, email } });
  await call('requestRecovery', 'POST /recover', { body: { principal_id: verified.principal_id } });
  await harness.current.sendMessages();
  const mail = harness.current.mailbox.to(email).at(-1)?.mail.text ?? '';
  await call('recoverKey', 'POST /recover/verify', { body: { code: /svc_recovery_\w+/.exec(mail)?.[0] ?? '' } });
  await call('recoverKey', 'POST /recover/verify', { body: { code: 'svc_recovery_unknown' } });
}

async function recordAccount(call: Call): Promise<void> {
  const { key: token } = await givenAgent(harness.current);
  const body = { url: 'https://companion.example.com/makewhole/events' };
  await call('setWebhook', 'PUT /me/webhook', { token, body });
  await call('setWebhook', 'PUT /me/webhook', { token, body: { url: 'http://localhost' } });
  await call('getMe', 'GET /me', { token });
  await call('getMe', 'GET /me', { token: 'svc_agent_unknown' });
  await call('removeWebhook', 'DELETE /me/webhook', { token });
  await call('removeWebhook', 'DELETE /me/webhook');
  await call('rotateKey', 'POST /me/rotate-key', { token });
  await call('rotateKey', 'POST /me/rotate-key', { token });
}

/** Refusals that a run does not produce have their examples from the catalog of problems. */
async function recordPartner(): Promise<Recorded> {
  const { recorded, record, call } = recorder('/api/gap/v1');
  const { key: token } = await givenPartner(harness.current, { label: 'synthetic' });
  const signed = await givenSignedCredential(harness.current, { pending: true });
  record('verifyCredential', await signed.activate({ body: { challenge: 'wrong' } }));
  record('verifyCredential', await signed.activate());
  await call('getMe', 'GET /me', { token });
  await call('getMe', 'GET /me', { token: 'gap_test_unknown' });
  await call('checkSignature', 'POST /signature-check', { token, body: {} });
  const body = referralBody({ external_ref: 'loan-1001' });
  const { body: referral } = await call('createReferral', 'POST /referrals', { token, body });
  await call('createReferrals', 'POST /referrals/bulk', { token, body: { referrals: [body, referralBody()] } });
  await call('changeReferral', `PATCH /referrals/${referral.id}`, { token, body: { external_ref: 'loan-1001-a' } });
  await call('simulateReferral', `POST /referrals/${referral.id}/simulate`, { token, body: { step: 'accept' } });
  const review = { token: await givenStaffToken(harness.current), body: { status: 'in_review' } };
  await harness.current.call('POST', `/api/staff/v1/referrals/${referral.id}/review`, review);
  await call('getReferral', `GET /referrals/${referral.id}`, { token });
  await call('listReferrals', 'GET /referrals?external_ref=loan-1001-a', { token });
  await call('getReviewRecord', `GET /referrals/${referral.id}/review-record`, { token });
  await call('lookUpReviews', 'POST /review-status/lookup', { token, body: { reference: 'loan-1001-a' } });
  harness.current.clock.advance(1);
  const invited = await givenReferral(harness.current, token);
  await call('attestReferral', `POST /referrals/${invited.id}/attest`, {
    token,
    body: {
      attestor_name: 'Synthetic Officer',
      channel: 'phone',
      attestation: 'I told the borrower who will call and why, and the borrower wants the call.',
    },
  });
  await recordRefusals(call, { token, body, id: referral.id });
  await recordPlans(call, token);
  await untilComplete(harness.current);
  await call('listEvents', 'GET /events?limit=3&order=asc', { token });
  await call('getAnalytics', 'GET /analytics', { token });
  return recorded;
}

type Refused = { readonly token: string; readonly body: ReturnType<typeof referralBody>; readonly id: string };

/** What most callers get: an unknown id, an invalid body or query, and a conflict. */
async function recordRefusals(call: Call, { token, body, id }: Refused): Promise<void> {
  await call('createReferral', 'POST /referrals', { token, body: { ...body, vehicle: { vin: 'short' } } });
  await call('createReferral', 'POST /referrals', { token, body: { ...body, external_ref: 'loan-1001-b' } });
  await call('createReferrals', 'POST /referrals/bulk', { token, body: { referrals: [] } });
  await call('changeReferral', `PATCH /referrals/${id}`, { token, body: {} });
  await call('changeReferral', 'PATCH /referrals/ref_unknown', { token, body: { external_ref: 'loan-1001-b' } });
  await call('simulateReferral', `POST /referrals/${id}/simulate`, { token, body: { step: 'accept' } });
  await call('getReferral', 'GET /referrals/ref_unknown', { token });
  await call('getReviewRecord', 'GET /referrals/ref_unknown/review-record', { token });
  await call('lookUpReviews', 'POST /review-status/lookup', { token, body: {} });
  const attestation = {
    attestor_name: 'Synthetic Officer',
    channel: 'phone',
    attestation: 'The borrower wants the call.',
  };
  await call('attestReferral', `POST /referrals/${id}/attest`, { token, body: attestation });
  await call('listReferrals', 'GET /referrals?limit=1000', { token });
  await call('listEvents', 'GET /events?cursor=unknown', { token });
  await call('getAnalytics', 'GET /analytics?from=yesterday', { token });
  await call('listRedemptions', 'GET /plans/redemptions?limit=0', { token });
  await call('listStatements', 'GET /plans/statements?limit=0', { token });
  await call('listEnrollments', 'GET /plans/enrollments?limit=0', { token });
  await call('getEnrollment', 'GET /plans/enrollments/enr_unknown', { token });
  await call('changeEnrollment', 'PATCH /plans/enrollments/enr_unknown', { token, body: { external_ref: 'loan-1' } });
  await call('createEnrollments', 'POST /plans/enrollments/bulk', { token, body: { enrollments: [] } });
  await call('syncRoster', 'POST /plans/roster-sync', { token, body: { roster: [{ member: {}, vehicle: {} }] } });
  await call('reportLoss', 'POST /plans/loss-notices', {
    token,
    body: { vin: '1SYNTHETK00000999', date_of_loss: '2026-11-10' },
  });
}

async function recordPlans(call: Call, token: string): Promise<void> {
  const enrollment = enrollmentBody({ external_ref: 'loan-2044' });
  const { body: enrolled } = await call('createEnrollment', 'POST /plans/enrollments', { token, body: enrollment });
  await call('createEnrollment', 'POST /plans/enrollments', { token, body: enrollment });
  const rows = { enrollments: [enrollment, enrollmentBody()] };
  await call('createEnrollments', 'POST /plans/enrollments/bulk', { token, body: rows });
  await call('getEnrollment', `GET /plans/enrollments/${enrolled.id}`, { token });
  const member = { phone: '(212) 555-0142' };
  await call('changeEnrollment', `PATCH /plans/enrollments/${enrolled.id}`, { token, body: { member } });
  await call('listEnrollments', 'GET /plans/enrollments?external_ref=loan-2044', { token });
  const roster = { mode: 'dry_run', roster: [enrollment, ...rows.enrollments.slice(1)] };
  await call('syncRoster', 'POST /plans/roster-sync', { token, body: roster });
  const { vin } = enrollment.vehicle;
  await call('reportLoss', 'POST /plans/loss-notices', {
    token,
    body: { vin, date_of_loss: new Date(harness.current.clock.now()).toISOString(), loss_state: 'NY' },
  });
  await call('listRedemptions', 'GET /plans/redemptions?limit=1', { token });
  await call('listStatements', 'GET /plans/statements', { token });
}

/** With an intake of a client without a key; a possible step, an impossible one, and an unknown one. */
async function recordAgentSandbox(): Promise<Recorded> {
  const { recorded, record, call } = recorder('/sandbox/api/intakes');
  const customer = { first_name: 'Synthetic', email: `owner-${crypto.randomUUID()}@example.com` };
  const { intake_id: id, poll_token: token } = await givenTestIntake(harness.current, { customer });
  await call('listSteps', `GET /${id}/steps`, { token });
  await call('listSteps', `GET /${id}/steps`, { token: 'wrong' });
  const { key } = await givenTestAgent(harness.current);
  await call('listSteps', 'GET /int_0Ai1jZkB0000000000000000/steps', { token: key });
  await call('takeStep', `POST /${id}/steps`, { token, body: { step: 'send_welcome' } });
  await call('takeStep', `POST /${id}/steps`, { token, body: { step: 'start' } });
  await call('takeStep', `POST /${id}/steps`, { token, body: { step: 'wait' } });
  await call('takeStep', `POST /${id}/steps`, { body: { step: 'confirm' } });
  await call('listMessages', `GET /${id}/messages`, { token });
  await call('listMessages', `GET /${id}/messages`);
  const { status, body } = await harness.current.call('GET', '/sandbox/reports/nothing.pdf');
  record('getSampleReport', { status, body });
  return recorded;
}

/** The members of a body and their types, without values. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((one) => shapeOf(one, `${path}[]`));
  if (value === null || typeof value !== 'object') return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, member]) => shapeOf(member, `${path}.${name}`));
}

it.each([
  ['agent', recordAgent],
  ['agent-sandbox', recordAgentSandbox],
  ['partner', recordPartner],
] as const)('the examples of the %s API match its responses', async (name, run) => {
  const file = new URL(`../../src/app/openapi/${name}-examples.json`, import.meta.url);
  const made = toExample(await run());
  if (process.env['RECORD_EXAMPLES'] === '1') writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedExamples;
  expect(shapeOf(made)).toEqual(shapeOf(recorded));
  // Not open yet, so it never succeeds; the other one's response is a file.
  const { checkSignature: _notOpen, getSampleReport: _file, ...open } = recorded;
  const statuses = Object.values(open).map((byStatus) => Object.keys(byStatus).some((one) => one < '300'));
  expect(statuses.every(Boolean)).toBe(true);
});
