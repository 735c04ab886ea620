import { beforeAll, describe, expect, it } from 'vitest';
import { promoteSecret, revertRotation, rotateSecret } from '#mount/webhooks/endpoints/endpoints';
import type { Answer } from '#test/harness';
import { setFeatureFlags } from '#testing/feature-flags';
import { givenSignedCredential } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { deliver, partnerEvent, publishEvents, useDelivering } from '#testing/webhooks';
import { givenSandbox as sandboxOf, type Step } from './testing.ts';

const given = useDelivering();
const givenSandbox = (livemode = false) => sandboxOf(given.current, livemode);
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();

beforeAll(async () => {
  const { harness } = given.current;
  await setFeatureFlags(harness, { signed_credentials: true, partner_security_platform: true });
});

const refuse = () => given.current.receiver.answer((_request, response) => response.writeHead(500).end());
const acknowledge = () => given.current.receiver.answer((_request, response) => response.writeHead(204).end());

describe('go-live without a request log', () => {
  it('the go-live list has only the available steps, all still open', async () => {
    const { list, endpoint } = await givenSandbox();
    const { rows } = await given.current.harness.owner.pool.query(
      `select to_regclass('request_log.requests') is null as absent`,
    );
    const logged = rows[0]?.absent === true ? [] : ['replayed_key', 'handled_conflict'];
    const body = await list();
    expect(body).toMatchObject({ live_open: false, live_requested_at: null, ready: false });
    expect(body.endpoints).toMatchObject([{ id: endpoint.id }]);
    expect(body.steps.map(({ step }: Step) => step)).toEqual([
      'signed_call',
      ...logged,
      'delivered_event',
      'unknown_event',
      'rotated_secret',
    ]);
    expect(body.steps.every(({ done, since, evidence }: Step) => !done && since === null && evidence === null)).toBe(
      true,
    );
  });
});

describe('go-live steps', () => {
  it('a signed call in the sandbox completes the signed-call step', async () => {
    const { institutionId, stepOf, done } = await givenSandbox();
    const { harness } = given.current;
    // A live call does not count, even when live mode is open.
    const open = 'update partners.institutions set live_opened_at = now() where id = $1';
    await harness.owner.pool.query(open, [institutionId]);
    await givenSignedCredential(harness, { institutionId, livemode: true });
    await givenSignedCredential(harness, { institutionId, pending: true });
    expect(await done()).toEqual([]);
    const { id } = await givenSignedCredential(given.current.harness, { institutionId });
    const since = given.current.harness.clock.now().toISOString();
    expect(await stepOf('signed_call')).toMatchObject({ done: true, since, evidence: { kind: 'credential', id } });
  });

  it('the list leaves out a step whose feature is turned off', async () => {
    const { list } = await givenSandbox();
    await setFeatureFlags(given.current.harness, { signed_credentials: false });
    expect((await list()).steps.map(({ step }: Step) => step)).not.toContain('signed_call');
    await setFeatureFlags(given.current.harness, { signed_credentials: true });
  });

  it('an acknowledged contract event completes the delivery step; a test event or a refused one does not', async () => {
    const { harness } = given.current;
    const { institutionId, endpoint, stepOf } = await givenSandbox();
    const publish = () => publishEvents(harness, partnerEvent(institutionId, { livemode: false }));
    await endpoint.test();
    await deliver(harness);
    expect(await stepOf('delivered_event')).toMatchObject({ done: false });
    refuse();
    await publish();
    await deliver(harness);
    expect(await stepOf('delivered_event')).toMatchObject({ done: false });
    acknowledge();
    await publish();
    await deliver(harness);
    const succeeded = (await endpoint.listed()).find(
      ({ state, type }) => state === 'succeeded' && type !== 'endpoint.test',
    );
    expect(await stepOf('delivered_event')).toMatchObject({
      done: true,
      evidence: { kind: 'delivery', id: succeeded?.id },
    });
  });

  it('acknowledging an unknown event type completes the rehearsal step; the rehearsal is signed and tried once', async () => {
    const { harness } = given.current;
    const { endpoint, stepOf, rehearse } = await givenSandbox();
    refuse();
    expect((await rehearse()).status).toBe(201);
    await deliver(harness);
    harness.clock.advance(600);
    await deliver(harness);
    expect(endpoint.received()).toHaveLength(1);
    expect(await stepOf('unknown_event')).toMatchObject({ done: false });
    acknowledge();
    const { body } = await rehearse();
    await deliver(harness);
    const [, request] = endpoint.received();
    expect(JSON.parse(request?.body ?? '{}')).toMatchObject({ type: 'portal.rehearsal', livemode: false });
    expect(request?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(await stepOf('unknown_event')).toMatchObject({
      done: true,
      evidence: { kind: 'delivery', id: body.delivery_id },
    });
    expect(await stepOf('delivered_event')).toMatchObject({ done: false });
    expect((await endpoint.health()).failing_since).toBeNull();
  });

  it('rotating a secret, with or without an overlap, completes the rotation step', async () => {
    for (const overlap of [0, 24]) {
      const { institutionId, endpoint, stepOf } = await givenSandbox();
      await rotateSecret(
        given.current.harness.ctx,
        { accountId: institutionId, livemode: 'any', id: endpoint.id },
        overlap,
      );
      expect(await stepOf('rotated_secret')).toMatchObject({
        done: true,
        evidence: { kind: 'endpoint', id: endpoint.id },
      });
    }
  });

  it('a rotation that was taken back does not complete the step or undo an earlier completion', async () => {
    const { ctx } = given.current.harness;
    const { institutionId, endpoint, stepOf } = await givenSandbox();
    const key = { accountId: institutionId, livemode: 'any', id: endpoint.id } as const;
    await rotateSecret(ctx, key, 24);
    await revertRotation(ctx, key);
    expect(await stepOf('rotated_secret')).toMatchObject({ done: false, since: null, evidence: null });
    await rotateSecret(ctx, key, 24);
    await promoteSecret(ctx, key);
    const { since } = (await stepOf('rotated_secret')) ?? {};
    given.current.harness.clock.advance(60);
    await rotateSecret(ctx, key, 24);
    await revertRotation(ctx, key);
    expect(await stepOf('rotated_secret')).toMatchObject({ done: true, since });
  });

  it('a completed step counts for 30 days', async () => {
    const { harness } = given.current;
    const { institutionId, endpoint, user } = await givenSandbox();
    await rotateSecret(harness.ctx, { accountId: institutionId, livemode: 'any', id: endpoint.id }, 0);
    const since = Date.parse((await user.call('GET', '/go-live')).body.counted_since);
    expect(harness.clock.now().getTime() - since).toBe(30 * 86_400_000);
    harness.clock.advance(30 * 86_400 + 1);
    const later = await givenPortalUser(harness, { institutionId });
    const { body } = await later.call('GET', '/go-live');
    expect(body.steps.some(({ done }: Step) => done)).toBe(false);
  });

  it('activity in live mode or at another institution does not complete a step', async () => {
    const { harness } = given.current;
    const live = await givenSandbox(true);
    await rotateSecret(harness.ctx, { accountId: live.institutionId, livemode: 'any', id: live.endpoint.id }, 0);
    await publishEvents(harness, partnerEvent(live.institutionId));
    await deliver(harness);
    expect(await live.done()).toEqual([]);
    expect((await live.list()).endpoints).toEqual([]);
    const other = await givenSandbox();
    await rotateSecret(harness.ctx, { accountId: other.institutionId, livemode: 'any', id: other.endpoint.id }, 0);
    expect(await live.done()).toEqual([]);
  });
});

describe('rehearsals', () => {
  it('a rehearsal goes only to an endpoint of the institution’s sandbox; other endpoints get the response for an unknown one', async () => {
    const { user } = await givenSandbox();
    const live = await givenSandbox(true);
    const other = await givenSandbox();
    const send = (endpoint_id: string, by = user) => by.call('POST', '/go-live/rehearsals', { body: { endpoint_id } });
    const same = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '' } });
    const unknown = same(await send('whe_none'));
    expect(unknown.status).toBe(404);
    expect(same(await send(other.endpoint.id))).toEqual(unknown);
    expect({ ...same(await send(live.endpoint.id, live.user)).body, instance: '' }).toEqual({
      ...unknown.body,
      instance: '',
    });
  });

  it('a rehearsal needs the sandbox, the permission and a valid body', async () => {
    const { harness } = given.current;
    const { institutionId, endpoint, user } = await givenSandbox();
    const body = { endpoint_id: endpoint.id };
    const reader = await givenPortalUser(harness, { role: 'operations', institutionId });
    expect(codeOf(await reader.call('POST', '/go-live/rehearsals', { body }))).toBe('403 role_required');
    expect(codeOf(await user.call('POST', '/go-live/rehearsals', { body: {} }))).toBe('400 validation_failed');
    const open = await givenPortalUser(harness, { fresh: true });
    expect(codeOf(await open.call('POST', '/go-live/rehearsals', { mode: 'live', body }))).toBe('403 test_mode_only');
    await endpoint.change({ status: 'disabled' });
    expect(codeOf(await user.call('POST', '/go-live/rehearsals', { body }))).toBe('409 invalid_state');
  });
});

it('an institution with live mode open cannot ask for it', async () => {
  const { harness } = given.current;
  const user = await givenPortalUser(harness);
  expect((await user.call('GET', '/go-live', { mode: 'live' })).body).toMatchObject({ live_open: true, ready: false });
  expect((await user.call('POST', '/go-live/request')).status).toBe(409);
  expect(codeOf(await user.call('POST', '/go-live/request', { mode: 'live' }))).toBe('403 test_mode_only');
});

it('every role of the institution sees the go-live list, and other users do not', async () => {
  const { harness } = given.current;
  const { institutionId } = await givenSandbox();
  for (const role of ['admin', 'developer', 'operations', 'finance', 'read_only'] as const)
    expect((await (await givenPortalUser(harness, { role, institutionId })).call('GET', '/go-live')).status).toBe(200);
  expect(codeOf(await harness.call('GET', `/api/portal/v1/${institutionId}/test/go-live`))).toBe('401 unauthorized');
  const stranger = await givenPortalUser(harness);
  const path = `/api/portal/v1/${institutionId}/test/go-live`;
  expect(codeOf(await harness.call('GET', path, { headers: stranger.headers }))).toBe('404 not_found');
});
