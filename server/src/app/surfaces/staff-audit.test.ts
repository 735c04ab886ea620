import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenSession, givenStaff } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { givenIntake } from '#testing/intakes';
import { givenKeyPair, givenPartner, toPem } from '#testing/partners';
import { givenEnrollment } from '#testing/memberships';
import { givenReferral, partnerCalls, referralBody } from '#testing/referrals';
import { givenPage, postForm } from '#testing/owner-page';
import { deliver, publishEvents, partnerEvent } from '#testing/webhooks';
import {
  callAudited,
  consultationOperations,
  lastSeq,
  messageOperations,
  rowsAfter as auditRowsAfter,
} from '#test/fixtures/audit-rows';
import { lostAuthenticator } from '#test/fixtures/portal-sign-up';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { collectRoutes, type ServedRoute } from '#test/http/routes';

let harness: Harness;
let receiver: Receiver;
let routes: ServedRoute[];
let browser: Awaited<ReturnType<typeof givenSession>>;

beforeAll(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile };
  const { started, routes: all } = await collectRoutes(() => startHarness(env));
  harness = started;
  routes = all.filter(({ audience }) => audience === 'staff');
  browser = await givenSession(harness);
});
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

const rowsAfter = (seq: number) => auditRowsAfter(harness, seq);

const walked = new Set<string>();

/** Calls as the board does, and finds exactly the one row about it. */
async function act(operation: string, route: string, ...body: readonly [] | readonly [unknown]): Promise<Answer> {
  const answer = await callAudited(harness, browser, { operation, route, body });
  walked.add(operation);
  return answer;
}

describe('every operation of the team leaves exactly one row', () => {
  it('one row is left by operations about people, intakes and switches', async () => {
    const other = await givenStaff(harness, 'caller');
    const second = await givenSession(harness, 'caller');
    await act('access.change-staff', `PATCH /staff/${other.staffId}`, { role: 'lead' });
    await act('access.invite-staff', 'POST /staff', { email: 'invited@example.com', name: 'Synthetic' });
    await act('access.reset-sign-in', `POST /staff/${other.staffId}/set-up`);
    await act('access.end-sessions', `POST /staff/${other.staffId}/sessions/end`);
    const own = await harness.call('GET', '/api/staff/v1/me/sessions', { headers: second.headers });
    expect(own.body.data).toHaveLength(1);
    await act('switches.set', 'PATCH /settings', { registration_open: true });
    await givenAgent(harness);
    const agent = "select id from credentials.principals where id like 'agt%' limit 1";
    const { rows } = await harness.ctx.db.pool.query(agent);
    await act('agents.set-status', `POST /agents/${rows[0].id}/status`, { status: 'active' });
    await act('customers.add-do-not-contact', 'POST /do-not-contact', { email: 'synthetic@example.com' });
    await act('customers.find-do-not-contact', 'POST /do-not-contact/lookup', { email: 'synthetic@example.com' });
    await act('customers.grant-discount', 'POST /discounts', { email: 'other@example.com', source: 'campaign' });
    const { intake_id: id } = await givenIntake(harness);
    await act('intakes.get-record', `GET /intakes/${id}`);
    await act('intakes.log-call', `POST /intakes/${id}/calls`, { outcome: 'confirmed', note: 'synthetic' });
    await act('intakes.start', `POST /intakes/${id}/start`);
  });

  it('one row is left by operations about institutions, their credentials and their endpoints', async () => {
    const { body: institution } = await act('partners.create-institution', 'POST /institutions', { name: 'Synthetic' });
    const at = `/institutions/${institution.id}`;
    await act('partners.get-institution', `GET ${at}`);
    await act('partners.change-institution', `PATCH ${at}`, { name: 'Synthetic Two' });
    await act('exposure.set-terms', `PUT ${at}/gap-terms`, { ltv_cap_percent: 125 });
    await act('exposure.list-terms', `GET ${at}/gap-terms`);
    const { body: key } = await act('access.create-partner-key', `POST ${at}/keys`, { livemode: false });
    await act('access.list-partner-keys', `GET ${at}/keys`);
    await act('access.revoke-partner-key', `POST ${at}/keys/${key.id}/revoke`);
    const upload = { alg: 'ed25519', public_key: toPem(givenKeyPair('ed25519').publicKey), livemode: false };
    const { body: credential } = await act('access.upload-credential', `POST ${at}/credentials`, upload);
    await act('access.list-credentials', `GET ${at}/credentials`);
    await act('access.revoke-credential', `POST ${at}/credentials/${credential.id}/revoke`);
    const url = `https://${receiver.host}/hooks`;
    const { body: endpoint } = await act('webhooks.create-endpoint', `POST ${at}/webhook-endpoints`, {
      url,
      livemode: true,
    });
    await act('webhooks.list-endpoints', `GET ${at}/webhook-endpoints`);
    await act('webhooks.get-endpoint', `GET ${at}/webhook-endpoints/${endpoint.id}`);
    await act('webhooks.change-endpoint', `PATCH ${at}/webhook-endpoints/${endpoint.id}`, { url });
    await actOnEndpoint(institution.id, endpoint.id);
    await act('webhooks.remove-endpoint', `DELETE ${at}/webhook-endpoints/${endpoint.id}`);
    expect(walked).toContain('webhooks.remove-endpoint');
  });

  it('one row is left by operations about referrals', async () => {
    const { institutionId, key } = await givenPartner(harness);
    const { body: made } = await act('referrals.create-for', `POST /institutions/${institutionId}/referrals`, {
      livemode: false,
      referral: referralBody(),
    });
    await act('referrals.get-record', `GET /referrals/${made.id}`);
    await act('referrals.activate', `POST /referrals/${made.id}/activate`);
    await act('referrals.review', `POST /referrals/${made.id}/review`, { status: 'in_review' });
    await act('referrals.settle', `POST /referrals/${made.id}/settle`, { settlement_cents: 1_600_000 });
    await act('exposure.get', `GET /referrals/${made.id}/exposure`);
    const payoff = { payoff_cents: 1_700_000, payoff_as_of: '2026-11-01' };
    await act('exposure.state-loan', `PUT /referrals/${made.id}/loan`, payoff);
    const receipt = { item: 'police_report', received_on: '2026-11-14' };
    await act('exposure.record-receipt', `PUT /referrals/${made.id}/checklist`, receipt);
    await act('board.get-evidence', `GET /referrals/${made.id}/evidence`);
    await act('board.get-evidence-pdf', `GET /referrals/${made.id}/evidence.pdf`);
    await act('referrals.close', `POST /referrals/${made.id}/close`);
    const other = await givenReferral(harness, key);
    await act('referrals.decline', `POST /referrals/${other.id}/decline`);
    expect(walked).toContain('referrals.decline');
  });

  it("one row is left by operations about a person's stored data", async () => {
    const { id } = await givenPage(harness);
    const at = `/cases/${id}`;
    const { body } = await act('privacy.get-customer-data', `GET ${at}/person`);
    await act('privacy.export-customer', `GET ${at}/person-export`);
    await act('privacy.export-customer-pdf', `GET ${at}/person-export.pdf`);
    // Their row names the case's source, as the command's does.
    for (const [operation, path] of [
      ['privacy.set-legal-hold', `${at}/legal-hold`],
      ['privacy.lift-legal-hold', `${at}/legal-hold/lift`],
    ] as const) {
      const before = await lastSeq(harness);
      const body = { reason: 'a proceeding' };
      await harness.call('POST', `/api/staff/v1${path}`, { headers: browser.headers, body });
      expect((await rowsAfter(before)).map((row) => row.operation)).toEqual([operation]);
      walked.add(operation);
    }
    await act('privacy.preview-erasure', `GET ${at}/erasure-preview`);
    await act('privacy.ask-erasure', `POST ${at}/erasure`, { scope: 'case', reason: 'ordered', confirm: body.number });
    expect(walked).toContain('privacy.ask-erasure');
  });

  it('one row is left by operations about memberships', async () => {
    const { institutionId, key } = await givenPartner(harness, { livemode: true });
    const call = partnerCalls(harness, key);
    const lose = async () => {
      const { id } = await givenEnrollment(harness, key);
      const { body } = await call('POST /plans/loss-notices', { enrollment_id: id, date_of_loss: '2026-11-15' });
      return body.redemption_id as string;
    };
    for (const end of ['complete', 'cancel'])
      await act(`plans.${end}-redemption`, `POST /redemptions/${await lose()}/${end}`);
    await givenEnrollment(harness, key);
    harness.clock.advance(17 * 86_400);
    browser = await givenSession(harness);
    await act('plans.run-statements', 'POST /statements/run', { period: '2026-11' });
    const at = `/institutions/${institutionId}/statements`;
    const [statement] = (await act('plans.list-statements-of', `GET ${at}`)).body.data;
    await act('plans.get-statement', `GET ${at}/${statement.id}`);
    for (const form of ['csv', 'pdf']) await act(`plans.get-statement-${form}`, `GET ${at}/${statement.id}.${form}`);
    await act('plans.get-statement-vehicles', `GET ${at}/${statement.id}/vehicles.csv`);
    await act('plans.list-statement-changes', `GET ${at}/${statement.id}/changes`);
    await act('plans.set-statement-settings', 'PUT /statements/settings', { issuer: 'Synthetic', remit_to: 'Bank' });
    const to = { billing_contact_email: 'billing@example.com' };
    await act('partners.change-institution', `PATCH /institutions/${institutionId}`, to);
    await act('portal.open-live', `POST /institutions/${institutionId}/open-live`);
    const { body: reset } = await act('portal.reset-by-staff', ...(await lostAuthenticator(harness)));
    await act('portal.stop-reset-by-staff', `POST /authenticator-resets/${reset.id}/stop`);
    await act('plans.send-statement', `POST ${at}/${statement.id}/send`);
    await act('plans.set-statement-status', `POST ${at}/${statement.id}/status`, { status: 'paid' });
    expect(walked).toContain('plans.get-statement-pdf');
  });

  it('one row is left by every list, by the queue and by the actor’s own sessions', async () => {
    const lists = routes.filter(({ method, path, audited }) => method === 'GET' && !path.includes(':') && audited);
    for (const { path, operation = '' } of lists) {
      if (consultationOperations.has(operation) || operation === 'access.get-staff-me') continue;
      await act(operation, `GET ${path.replace('/api/staff/v1', '')}`);
    }
    await postForm(harness, `${(await givenPage(harness)).path}/requests`, { kind: 'correct' });
    const { body: requests } = await act('owner-page.list-requests', 'GET /customer-requests');
    await act('owner-page.finish-request', `POST /customer-requests/${requests.data[0].id}/done`);
    const { intake_id: id } = await givenIntake(harness, { customer: { phone: '2125550177' } });
    const { body: next } = await act('consultations.claim-next', 'POST /queue/next');
    const held: string = next.consultation?.id ?? (await consultationOf(id));
    await act('consultations.claim', `POST /queue/${held}/claim`);
    await act('consultations.release', `POST /queue/${held}/release`);
    await act('consultations.take-over', `POST /queue/${held}/take-over`, { reason: 'shift ended' });
    await act('consultations.log-call', `POST /queue/${await aReferralsCase()}/calls`, { outcome: 'voicemail' });
    await act('access.revoke-session', `DELETE /me/sessions/${browser.sessionId}`);
    expect(walked).toContain('access.revoke-session');
    browser = await givenSession(harness);
  });

  it('and nothing was left out', () => {
    const audited = routes.filter(({ audited, operation }) => audited && !unaudited.has(operation ?? ''));
    const missing = audited.map(({ operation = '' }) => operation).filter((name) => !walked.has(name));
    expect(missing.filter((name) => !consultationOperations.has(name) && !messageOperations.has(name))).toEqual([]);
  });
});

const unaudited = new Set(['access.get-staff-me']);

const consultationOf = async (sourceId: string): Promise<string> =>
  (await harness.ctx.db.pool.query('select id from consultations.consultations where source_id = $1', [sourceId]))
    .rows[0].id;

async function aReferralsCase(): Promise<string> {
  const { key } = await givenPartner(harness);
  const { id } = await givenReferral(harness, key);
  await act('referrals.activate', `POST /referrals/${id}/activate`);
  return consultationOf(id);
}

async function actOnEndpoint(institutionId: string, id: string): Promise<void> {
  const at = `/webhook-endpoints/${id}`;
  await act('webhooks.send-test-event', `POST ${at}/test`);
  await act('webhooks.get-endpoint-health', `GET ${at}/health`);
  await act('webhooks.rotate-secret', `POST ${at}/rotate`, { overlap_hours: 1 });
  await act('webhooks.promote-secret', `POST ${at}/promote`);
  await publishEvents(harness, partnerEvent(institutionId));
  await deliver(harness);
  const { body } = await act('webhooks.list-deliveries', `GET /deliveries?endpoint_id=${id}`);
  const done = body.data.find(({ event_id: event }: { event_id: string | null }) => event !== null);
  await act('webhooks.get-delivery', `GET /deliveries/${done.id}`);
  await act('webhooks.resend-delivery', `POST /deliveries/${done.id}/resend`);
  await act('webhooks.recover-deliveries', `POST ${at}/recover`, { since: '2026-11-14T00:00:00Z' });
  await act('webhooks.get-recovery', `GET ${at}/recover`);
}

describe('a failed operation', () => {
  it('leaves no row, save what a role or a foreign page was refused', async () => {
    const agent = await givenSession(harness, 'caller');
    const before = await lastSeq(harness);
    const calls: [string, string, object?][] = [
      ['GET', '/intakes/int_unknown'],
      ['POST', '/intakes/int_unknown/start'],
      ['POST', '/do-not-contact', {}],
    ];
    for (const [method, path, body] of calls) {
      const sent = { headers: agent.headers, ...(body === undefined ? {} : { body }) };
      expect((await harness.call(method, `/api/staff/v1${path}`, sent)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await rowsAfter(before)).toEqual([]);
    await harness.call('PATCH', '/api/staff/v1/settings', {
      headers: agent.headers,
      body: { registration_open: true },
    });
    await harness.call('POST', '/api/staff/v1/do-not-contact', {
      headers: { ...agent.headers, origin: 'https://evil.example' },
      body: { email: 'a@example.com' },
    });
    expect(await rowsAfter(before)).toEqual([
      expect.objectContaining({ kind: 'refused', operation: 'switches.set', staff_id: agent.staffId }),
      expect.objectContaining({ kind: 'refused', operation: 'customers.add-do-not-contact' }),
    ]);
  });

  it('to be noted is not done, and what cannot be noted is not shown', async () => {
    const { db } = harness.ctx;
    const { rows } = await db.pool.query("select id, status from credentials.principals where id like 'agt%' limit 1");
    const { intake_id: id } = await givenIntake(harness);
    const state = async () =>
      (
        await db.pool.query(
          `select (select status from credentials.principals where id = $1) as principal,
             (select count(*) from customers.do_not_contact) as spared,
             (select count(*) from consultations.calls) as calls`,
          [rows[0].id],
        )
      ).rows[0];
    const before = await state();
    await harness.owner.pool.query(
      'alter table audit.entries add constraint nothing_more check (request_id is null) not valid',
    );
    const calls: [string, string, object?][] = [
      ['POST', `/agents/${rows[0].id}/status`, { status: 'suspended' }],
      ['POST', '/do-not-contact', { email: 'spare@example.com' }],
      ['POST', `/intakes/${id}/calls`, { outcome: 'voicemail' }],
      ['GET', `/intakes/${id}`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await harness.call(method, `/api/staff/v1${path}`, { headers: browser.headers, body });
      expect([path, answer.status]).toEqual([path, 500]);
      expect(answer.text).not.toContain('customer');
    }
    expect(await state()).toEqual(before);
    await harness.owner.pool.query('alter table audit.entries drop constraint nothing_more');
  });

  it('to be typed right leaves nothing that was typed', async () => {
    const { rows } = await harness.ctx.db.pool.query('select e::text as whole from audit.entries e');
    const whole = rows.map((row) => row.whole as string).join('\n');
    for (const typed of ['@example.com', 'Synthetic', 'synthetic']) expect(whole).not.toContain(typed);
  });
});
