import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastSeq, rowsAfter } from '#test/fixtures/audit-rows';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { givenSession } from '#testing/staff';
import { givenIntake } from '#testing/intakes';
import { givenKeyPair, givenPartner, toPem } from '#testing/partners';
import { givenReferral, referralBody } from '#testing/referrals';

let harness: Harness;
let routes: ServedRoute[];
let browser: Awaited<ReturnType<typeof givenSession>>;

beforeAll(async () => {
  const { started, routes: all } = await collectRoutes(() => startHarness());
  harness = started;
  routes = all.filter(({ audience, method }) => audience === 'staff' && method !== 'GET');
  browser = await givenSession(harness);
});
afterAll(() => harness.close());

/** Bodies that would be valid if the id existed. */
const bodies: Readonly<Record<string, () => object>> = {
  'consultations.add-note': () => ({ words: 'Synthetic words.', draft_key: 'draft-0001' }),
  'replies.answer': () => ({ words: 'Synthetic words.' }),
  'replies.send-template': () => ({ template: 'voicemail', channel: 'text' }),
  'access.change-staff': () => ({ role: 'lead' }),
  'access.create-partner-key': () => ({ livemode: false }),
  'access.upload-credential': () => ({
    alg: 'ed25519',
    public_key: toPem(givenKeyPair('ed25519').publicKey),
    livemode: false,
  }),
  'agents.set-status': () => ({ status: 'active' }),
  'checkout.note-payment': () => ({
    product: 'research',
    amount_cents: 19_900,
    method: 'check',
    paid_on: '2026-11-15',
  }),
  'appraisals.compose': () => ({ revision: 0, left_out: [] }),
  'appraisals.release': () => ({ revision: 1, reason: 'goodwill' }),
  'appraisals.withdraw': () => ({ number: 1, reason: 'Synthetic.' }),
  'checkout.refund-charge': () => ({ reason: 'goodwill', seen_refunded_cents: 0 }),
  'consultations.assign': () => ({ staff_id: null }),
  'checkout.record-settlement': () => ({ settlement_cents: 1_500_000, initial_offer_cents: 1_450_000 }),
  'consultations.close': () => ({ reason: 'mistake' }),
  'consultations.reopen': () => ({ reason: 'It was not.' }),
  'consultations.log-call': () => ({ outcome: 'voicemail' }),
  'consultations.take-over': () => ({ reason: 'shift ended' }),
  'facts.change': () => ({ seen: 0, changes: { odometer: 1000 } }),
  'intakes.log-call': () => ({ outcome: 'voicemail' }),
  'plans.set-statement-status': () => ({ status: 'paid' }),
  'partners.change-institution': () => ({ name: 'Synthetic Two' }),
  'referrals.create-for': () => ({ referral: referralBody(), livemode: false }),
  'referrals.review': () => ({ status: 'in_review' }),
  'referrals.settle': () => ({ settlement_cents: 1_600_000 }),
  'webhooks.change-endpoint': () => ({ url: 'https://hooks.example.com/' }),
  'webhooks.create-endpoint': () => ({ url: 'https://hooks.example.com/', livemode: true }),
  'exposure.state-loan': () => ({ payoff_cents: 1_500_000, payoff_as_of: '2026-11-15' }),
  'exposure.record-receipt': () => ({ item: 'police_report', received_on: '2026-11-15' }),
  'exposure.set-terms': () => ({ ltv_cap_percent: 125 }),
  'privacy.ask-erasure': () => ({ scope: 'case', reason: 'ordered', confirm: 'CN-00000000' }),
  'privacy.set-legal-hold': () => ({ reason: 'Synthetic.' }),
  'privacy.lift-legal-hold': () => ({ reason: 'Synthetic.' }),
  'report-checks.release': () => ({ fingerprint: 'a'.repeat(64), finding_ids: ['unknown'] }),
  'webhooks.recover-deliveries': () => ({ since: '2026-11-14T00:00:00Z' }),
  'webhooks.rotate-secret': () => ({ overlap_hours: 1 }),
};

describe('a request that had no effect', () => {
  it('a request about something that does not exist leaves no row', async () => {
    const withId = routes.filter(({ path }) => path.includes(':'));
    expect(withId.length).toBeGreaterThan(30);
    const answers = [];
    for (const { method, path, operation = '' } of withId) {
      const before = await lastSeq(harness);
      const body = bodies[operation]?.();
      const { status, text } = await harness.call(method, path.replaceAll(/:\w+/g, 'unknown'), {
        headers: browser.headers,
        ...(body === undefined ? {} : { body }),
      });
      const rows = await rowsAfter(harness, before);
      answers.push([operation, status, status === 404 ? '' : text, rows.map(({ kind }) => kind)]);
    }
    expect(answers).toEqual(answers.map(([operation]) => [operation, 404, '', []]));
  });

  it('a request that the state does not allow, or that is invalid, leaves no row', async () => {
    const { key, institutionId } = await givenPartner(harness);
    const { id: referral } = await givenReferral(harness, key);
    const { intake_id: intake } = await givenIntake(harness, { customer: { phone: '2125550188' } });
    const { rows } = await harness.ctx.db.pool.query(
      'select id from consultations.consultations where source_id = $1',
      [intake],
    );
    const consultation: string = rows[0].id;
    const holder = await givenSession(harness);
    const calls: readonly [status: number, route: string, body?: object][] = [
      [409, `POST /intakes/${intake}/start`],
      [409, `POST /referrals/${referral}/settle`, { settlement_cents: 1 }],
      [409, `POST /referrals/${referral}/close`],
      [409, `PATCH /staff/${browser.staffId}`, { role: 'caller' }],
      [409, `POST /queue/${consultation}/heartbeat`],
      [409, `POST /queue/${consultation}/calls`, { outcome: 'voicemail' }],
      [409, `POST /queue/${consultation}/claim`],
      [400, `POST /intakes/${intake}/calls`, { outcome: 'voicemail', callback_at: '2026-11-16' }],
      [400, `PATCH /institutions/${institutionId}`, {}],
      [400, 'POST /statements/run', { period: '2099-01' }],
      [400, `POST /institutions/${institutionId}/webhook-endpoints`, { url: 'https://localhost/', livemode: true }],
      [400, `POST /institutions/${institutionId}/credentials`, { alg: 'ed25519', public_key: 'x', livemode: true }],
    ];
    await harness.call('POST', `/api/staff/v1/queue/${consultation}/claim`, { headers: holder.headers });
    const answers = [];
    for (const [expected, route, body] of calls) {
      const before = await lastSeq(harness);
      const [method = '', path = ''] = route.split(' ');
      const sent = { headers: browser.headers, ...(body === undefined ? {} : { body }) };
      const { status, text } = await harness.call(method, `/api/staff/v1${path}`, sent);
      const kinds = (await rowsAfter(harness, before)).map(({ kind }) => kind);
      answers.push([route, status === expected ? status : text, kinds]);
    }
    expect(answers).toEqual(calls.map(([status, route]) => [route, status, []]));
  });

  it('a repeated request, unlike these, is recorded', async () => {
    const { keyId, institutionId } = await givenPartner(harness);
    for (const turn of ['done', 'done before']) {
      const before = await lastSeq(harness);
      const path = `/api/staff/v1/institutions/${institutionId}/keys/${keyId}/revoke`;
      const { status } = await harness.call('POST', path, { headers: browser.headers });
      const rows = await rowsAfter(harness, before);
      expect([turn, status, rows.map(({ kind }) => kind)]).toEqual([turn, 200, ['action']]);
    }
  });
});
