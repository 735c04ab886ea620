import { beforeAll, describe, expect, it } from 'vitest';
import { rotateSecret } from '#mount/webhooks/endpoints/endpoints';
import { getInstitution } from '#modules/partners';
import type { Answer } from '#test/harness';
import { until } from '#test/until';
import { setFeatureFlags } from '#testing/feature-flags';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { referralBody } from '#testing/referrals';
import { givenStaff } from '#testing/staff';
import { deliver, partnerEvent, publishEvents, useDelivering } from '#testing/webhooks';
import { givenSandbox as sandboxOf } from './testing.ts';

const given = useDelivering();
const givenSandbox = () => sandboxOf(given.current);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();

beforeAll(() => setFeatureFlags(given.current.harness, { signed_credentials: true, partner_security_platform: true }));

describe('go-live steps from the request log', () => {
  let calls = 0;
  const record = async (institutionId: string, changes: object): Promise<string> => {
    const { harness } = given.current;
    calls += 1;
    harness.clock.advance(1);
    const row = {
      institution_id: institutionId,
      livemode: false,
      id: `req_${calls}`,
      at: harness.clock.now(),
      method: 'POST',
      route: '/api/gap/v1/referrals',
      path: '/api/gap/v1/referrals',
      query_names: [],
      status: 201,
      issue_paths: [],
      credential_id: 'key_synthetic',
      duration_ms: 1,
      client_address: '127.0.0.1',
      replayed: false,
      object_ids: [],
      ...changes,
    };
    const names = Object.keys(row);
    await harness.owner.pool.query(
      `insert into request_log.requests (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    return row.id;
  };

  it('replaying an idempotency key in the sandbox, which returns the first response again, completes a step', async () => {
    const { institutionId, stepOf } = await givenSandbox();
    await record(institutionId, {});
    await record(institutionId, { replayed: true, livemode: true });
    await record(institutionId, { replayed: true, status: 409 });
    expect(await stepOf('replayed_key')).toMatchObject({ done: false });
    const id = await record(institutionId, { replayed: true });
    expect(await stepOf('replayed_key')).toMatchObject({ done: true, evidence: { kind: 'request', id } });
  });

  it('a conflict is handled when a later call about the same object succeeds', async () => {
    const { institutionId, stepOf } = await givenSandbox();
    await record(institutionId, { object_ids: ['ref_1'] });
    await record(institutionId, { status: 409, object_ids: ['ref_1'] });
    await record(institutionId, { object_ids: ['ref_2'] });
    await record(institutionId, { status: 404, object_ids: ['ref_1'] });
    expect(await stepOf('handled_conflict')).toMatchObject({ done: false });
    const id = await record(institutionId, { method: 'GET', status: 200, object_ids: ['ref_1'] });
    expect(await stepOf('handled_conflict')).toMatchObject({ done: true, evidence: { kind: 'request', id } });
  });

  it('a conflict that names no object is handled when the same operation succeeds later', async () => {
    const { institutionId, stepOf } = await givenSandbox();
    await record(institutionId, { status: 409 });
    await record(institutionId, { credential_id: 'key_other' });
    await record(institutionId, { route: '/api/gap/v1/plans/enrollments' });
    expect(await stepOf('handled_conflict')).toMatchObject({ done: false });
    const id = await record(institutionId, { object_ids: ['ref_3'] });
    expect(await stepOf('handled_conflict')).toMatchObject({ done: true, evidence: { kind: 'request', id } });
  });

  it('the refusal of a second referral for a VIN is handled by reading the referral that the response names', async () => {
    const { harness } = given.current;
    const { institutionId, stepOf } = await givenSandbox();
    const { key } = await givenPartner(harness, { institutionId });
    // The log stores the time a call began. The test clock does not advance during a call, so it must advance between calls.
    const later = (method: string, path: string, body?: object) => {
      harness.clock.advance(60);
      return harness.call(method, `/api/gap/v1${path}`, { token: key, ...(body === undefined ? {} : { body }) });
    };
    const body = referralBody();
    await later('POST', '/referrals', body);
    const refused = await later('POST', '/referrals', body);
    expect(refused.status).toBe(409);
    const id = refused.headers.get('x-request-id');
    const recorded = 'select 1 from request_log.requests where id = $1';
    await until('the log', async () => (await harness.owner.pool.query(recorded, [id])).rowCount === 1);
    expect(await stepOf('handled_conflict')).toMatchObject({ done: false });
    await later('GET', `/referrals/${refused.body.referral_id}`);
    await until('the step', async () => (await stepOf('handled_conflict'))?.done);
  });

  it('asking for live mode with all steps done records the user and time once, and staff see the request', async () => {
    const { harness } = given.current;
    const { institutionId, endpoint, user, list, rehearse } = await givenSandbox();
    const ask = (by = user) => by.call('POST', '/go-live/request');
    const early = await ask();
    expect([codeOf(early), early.body.missing.length]).toEqual(['409 go_live_incomplete', 6]);
    await givenSignedCredential(harness, { institutionId });
    await record(institutionId, { replayed: true });
    await record(institutionId, { status: 409 });
    await record(institutionId, {});
    await publishEvents(harness, partnerEvent(institutionId, { livemode: false }));
    await rehearse();
    await deliver(harness);
    const almost = await ask();
    expect([codeOf(almost), almost.body.missing]).toEqual(['409 go_live_incomplete', ['rotated_secret']]);
    await rotateSecret(harness.ctx, { accountId: institutionId, livemode: 'any', id: endpoint.id }, 24);
    expect(await list()).toMatchObject({ ready: true, live_requested_at: null });
    const developer = await givenPortalUser(harness, { role: 'developer', institutionId });
    expect(codeOf(await ask(developer))).toBe('403 role_required');
    const { email: administrator } = await givenStaff(harness);
    const { email: lead } = await givenStaff(harness, 'lead');
    const asked = await ask();
    const at = harness.clock.now().toISOString();
    expect([asked.status, asked.body.live_requested_at, asked.body.ready]).toEqual([200, at, false]);
    harness.clock.advance(60);
    const admin = await givenPortalUser(harness, { role: 'admin', institutionId });
    expect((await ask(admin)).body.live_requested_at).toBe(at);
    await harness.sendMessages();
    const told = harness.mailbox.to(administrator).map(({ mail }) => mail);
    expect(told.map(({ subject }) => subject)).toEqual(['An institution asks for live mode']);
    expect(told[0]?.text).toContain(`/board/admin/institutions/${institutionId}`);
    expect(harness.mailbox.to(lead)).toEqual([]);
    const stored = await getInstitution({ ...harness.ctx, db: harness.ctx.db.seeing('all') }, institutionId);
    expect(stored).toMatchObject({ live_requested_at: at, live_requested_by: user.userId });
  });
});
