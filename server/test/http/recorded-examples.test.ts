// Makes the calls whose answers are the examples of the interface descriptions. RECORD_EXAMPLES=1 writes them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useHarness, type Answer, type CallOptions } from '#test/harness';
import { codeFor, freshAddress, givenAgent, registrationOf, wrongCodeFor } from '#testing/agents';
import { minimalIntake } from '#testing/intakes';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { enrollmentBody } from '#testing/memberships';
import { givenReferral, referralBody } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { makeReport } from '#test/reports/corpus';
import { neutralBase, type RecordedExamples } from '#app/openapi/recorded-examples';

const harness = useHarness({ PUBLIC_BASE_URL: neutralBase, AGREEMENT_VERSION: '2026-09-17' });

type Recorded = Record<string, Record<string, Record<string, unknown>>>;

/** Collects answers by operation, status and name; the name of a refusal is its code. */
function recorder(prefix: string) {
  const recorded: Recorded = {};
  const record = (operation: string, { status, body }: Pick<Answer, 'status' | 'body'>, name?: string): void => {
    const ofStatus = ((recorded[operation] ??= {})[status] ??= {});
    ofStatus[name ?? (status < 400 ? 'answer' : body.code)] = body;
  };
  type Called = CallOptions & { readonly name?: string };
  const call = async (operation: string, route: string, { name, ...options }: Called = {}): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    // Of two objects of the same moment either could be listed first.
    harness.current.clock.advance(1);
    const answer = await harness.current.call(method, `${prefix}${path}`, { headers: freshAddress(), ...options });
    record(operation, answer, name);
    return answer;
  };
  return { recorded, record, call };
}

/** Ids, tokens and keys of a run as those of a synthetic object: an example is no secret, and the same after every run. */
function toExample(recorded: Recorded): RecordedExamples {
  const text = JSON.stringify(recorded)
    .replaceAll(/\b([a-z]{2,5})_[0-9A-Za-z]{24}\b/g, '$1_0Ai1jZkB0000000000000000')
    .replaceAll(/\b((?:svc|whsec|gap)_[a-z_]*|svc_[a-z]+_)([0-9A-Za-z+/=]{16,})/g, '$10000synthetic0000example0000')
    .replaceAll(/(\/c\/)[\w-]{16,}/g, '$10000synthetic0000example0000')
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

/** Refusals of the partner surface have their examples from the catalogue of problems. */
async function recordPartner(): Promise<Recorded> {
  const { recorded, record, call } = recorder('/api/gap/v1');
  const { key: token } = await givenPartner(harness.current, { label: 'synthetic' });
  const signed = await givenSignedCredential(harness.current, { pending: true });
  record('verifyCredential', await signed.activate());
  await call('getMe', 'GET /me', { token });
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
  await recordPlans(call, token);
  await call('listEvents', 'GET /events?limit=3&order=asc', { token });
  await call('getAnalytics', 'GET /analytics', { token });
  return recorded;
}

async function recordPlans(call: Call, token: string): Promise<void> {
  const enrollment = enrollmentBody({ external_ref: 'loan-2044' });
  const { body: enrolled } = await call('createEnrollment', 'POST /plans/enrollments', { token, body: enrollment });
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

/** Which members a body has and of which type, without their values. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((one) => shapeOf(one, `${path}[]`));
  if (value === null || typeof value !== 'object') return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, member]) => shapeOf(member, `${path}.${name}`));
}

it.each([
  ['agent', recordAgent],
  ['partner', recordPartner],
] as const)('the examples of the %s interface are what it answers', { timeout: 60_000 }, async (name, run) => {
  const file = new URL(`../../src/app/openapi/${name}-examples.json`, import.meta.url);
  const made = toExample(await run());
  if (process.env['RECORD_EXAMPLES'] === '1') writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedExamples;
  expect(shapeOf(made)).toEqual(shapeOf(recorded));
  const statuses = Object.values(recorded).map((byStatus) => Object.keys(byStatus).some((one) => one < '300'));
  expect(statuses.every(Boolean)).toBe(true);
});
