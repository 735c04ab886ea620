import { describe, expect, it } from 'vitest';
import { startHarness, useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { createEndpointOf, givenEndpoint, givenInstitution, unknownId, type StaffCall } from '../testing.ts';

const harness = useHarness();

const staff = async (): Promise<StaffCall> => ({
  harness: harness.current,
  token: await givenStaffToken(harness.current),
});

const pathOf = (institutionId: string, endpointId = '') =>
  `/api/staff/v1/institutions/${institutionId}/webhook-endpoints${endpointId === '' ? '' : `/${endpointId}`}`;

const standardSecret = /^whsec_(?!gap_)[A-Za-z0-9+/]{43}=$/;

describe('an endpoint of an institution', () => {
  it('a new endpoint is thin, with a Standard Webhooks secret in the answer [P-SIGN-005]', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const wanted = { url: 'https://hooks.example.com/in', livemode: false, event_types: ['referral.activated'] };
    const { status, body } = await createEndpointOf(call, institution, wanted);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^whe_[0-9A-Za-z]{24}$/),
      object: 'gap.webhook_endpoint',
      url: 'https://hooks.example.com/in',
      livemode: false,
      payload: 'thin',
      secret_kind: 'standard',
      event_types: ['referral.activated'],
      status: 'enabled',
      deprecated: false,
      sunset_at: null,
      rotation: null,
      created_at: harness.current.clock.now().toISOString(),
      secret: expect.stringMatching(standardSecret),
    });
    expect(Buffer.from(body.secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  });

  it('an endpoint shows its secret at creation and never again, and each has its own [P-SIGN-001]', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const one = await givenEndpoint(call, institution);
    harness.current.clock.advance(1);
    const two = await givenEndpoint(call, institution);
    expect(one.secret).not.toBe(two.secret);
    const { secret: _once, ...view } = one;
    const path = pathOf(institution, one.id);
    const later = [
      await harness.current.call('GET', path, { token: call.token }),
      await harness.current.call('GET', pathOf(institution), { token: call.token }),
      await harness.current.call('PATCH', path, { token: call.token, body: { status: 'enabled' } }),
      await harness.current.call('DELETE', path, { token: call.token }),
    ];
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { text } of later) expect(text).not.toContain(one.secret.slice('whsec_'.length));
    expect(later[0]?.body).toEqual(view);
    expect(later[1]?.body.data.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id]);
    expect(harness.current.logLines.join('')).not.toContain(one.secret.slice('whsec_'.length));
  });

  it('an endpoint of an old kind can be created, with a notice that full payloads will end [P-VER-003]', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const old = await givenEndpoint(call, institution, { payload: 'full', secret_kind: 'gap' });
    expect(old).toMatchObject({ payload: 'full', secret_kind: 'gap', deprecated: true, sunset_at: null });
    expect(old.secret).toMatch(/^whsec_gap_[0-9A-Za-z]{40}$/);
  });

  it('an endpoint gets a whsec_gap_ secret before launch, and the date when full payloads end once that is known', async () => {
    const own = await startHarness({ PARTNER_FEATURES: 'review_records', fullPayloadSunset: '2027-06-30' });
    try {
      const call = { harness: own, token: await givenStaffToken(own) };
      const institution = await givenInstitution(call);
      const thin = await givenEndpoint(call, institution);
      const full = await givenEndpoint(call, institution, { payload: 'full' });
      expect([thin.secret_kind, thin.sunset_at, full.sunset_at]).toEqual(['gap', null, '2027-06-30']);
    } finally {
      await own.close();
    }
  });

  it('an institution has ten endpoints at most, however many are requested at the same time', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const body = { url: 'https://hooks.example.com/', livemode: true };
    const answers = await Promise.all(Array.from({ length: 14 }, () => createEndpointOf(call, institution, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body: problem }) => [status, problem.code])).toEqual(
      refused.map(() => [409, 'endpoint_limit']),
    );
    const [first] = answers.filter(({ status }) => status === 201);
    await harness.current.call('DELETE', pathOf(institution, first?.body.id), { token: call.token });
    expect((await createEndpointOf(call, institution, body)).status).toBe(201);
    expect((await createEndpointOf(call, await givenInstitution(call), body)).status).toBe(201);
  });

  it('an endpoint changes its address, types and status according to the patch, and nothing else', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const { secret: _once, ...made } = await givenEndpoint(call, institution);
    const patch = (body: unknown) =>
      harness.current.call('PATCH', pathOf(institution, made.id), { token: call.token, body });
    const changes = { url: 'https://other.example.com/', event_types: ['plan.loss.reported'], status: 'disabled' };
    expect((await patch(changes)).body).toEqual({ ...made, ...changes });
    expect((await patch({ event_types: [] })).body).toEqual({ ...made, ...changes, event_types: [] });
    const refused = [{}, { livemode: false }, { payload: 'full' }, { secret_kind: 'gap' }, { status: 'paused' }];
    for (const body of refused) expect((await patch(body)).status).toBe(400);
    expect((await patch({ url: 'http://other.example.com/' })).body.issues).toEqual([
      { path: 'url', message: 'must begin with https://' },
    ]);
  });

  it('an endpoint is gone once it is deleted', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const { id } = await givenEndpoint(call, institution);
    const remove = () => harness.current.call('DELETE', pathOf(institution, id), { token: call.token });
    expect([(await remove()).body, (await remove()).status]).toEqual([{ deleted: true }, 404]);
    expect((await harness.current.call('GET', pathOf(institution, id), { token: call.token })).status).toBe(404);
  });

  it('an endpoint gets 404 for another institution', async () => {
    const call = await staff();
    const { id } = await givenEndpoint(call, await givenInstitution(call));
    const path = pathOf(await givenInstitution(call), id);
    const { token } = call;
    const answers = [
      await harness.current.call('GET', path, { token }),
      await harness.current.call('PATCH', path, { token, body: { status: 'disabled' } }),
      await harness.current.call('DELETE', path, { token }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not_found']));
  });

  it('an endpoint needs an existing institution', async () => {
    const call = await staff();
    const nowhere = unknownId('inst');
    const body = { url: 'https://hooks.example.com/', livemode: true };
    expect((await createEndpointOf(call, nowhere, body)).status).toBe(404);
    expect((await harness.current.call('GET', pathOf(nowhere), { token: call.token })).status).toBe(404);
  });

  it('an endpoint is created with its documented members and no others, of the existing types', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const good = { url: 'https://hooks.example.com/', livemode: true };
    const pathsOf = async (body: object) => {
      const { status, body: problem } = await createEndpointOf(call, institution, body);
      return [status, ...(problem.issues ?? []).map(({ path }: { path: string }) => path)];
    };
    expect(await pathsOf({ livemode: true })).toEqual([400, 'url']);
    expect(await pathsOf({ url: good.url })).toEqual([400, 'livemode']);
    expect(await pathsOf({ ...good, livemode: 'true' })).toEqual([400, 'livemode']);
    expect(await pathsOf({ ...good, secret: 'whsec_mine' })).toEqual([400, 'secret']);
    expect(await pathsOf({ ...good, event_types: ['referral.unheard_of'] })).toEqual([400, 'event_types']);
    expect(await pathsOf({ ...good, event_types: ['intake.received'] })).toEqual([400, 'event_types']);
    expect(await pathsOf({ ...good, payload: 'thick' })).toEqual([400, 'payload']);
    expect(await pathsOf({ ...good, secret_kind: 'agent' })).toEqual([400, 'secret_kind']);
  });

  it('endpoints are managed here by the team only', async () => {
    const call = await staff();
    const institution = await givenInstitution(call);
    const { id } = await givenEndpoint(call, institution);
    const { key } = await givenAgent(harness.current);
    const routes = [
      ['POST', pathOf(institution), { url: 'https://hooks.example.com/', livemode: true }],
      ['GET', pathOf(institution)],
      ['GET', pathOf(institution, id)],
      ['PATCH', pathOf(institution, id), { status: 'disabled' }],
      ['DELETE', pathOf(institution, id)],
      ['POST', `/api/staff/v1/webhook-endpoints/${id}/rotate`, {}],
      ['POST', `/api/staff/v1/webhook-endpoints/${id}/promote`],
      ['POST', `/api/staff/v1/webhook-endpoints/${id}/recover`, { since: '2026-11-15T00:00:00.000Z' }],
      ['GET', `/api/staff/v1/webhook-endpoints/${id}/recover`],
      ['GET', '/api/staff/v1/deliveries'],
      ['POST', `/api/staff/v1/deliveries/${unknownId('dlv')}/resend`],
    ] as const;
    for (const [method, path, body] of routes) {
      for (const credential of [{}, { token: key }, { token: `svc_staff_${'a'.repeat(32)}` }]) {
        const sent = { ...credential, ...(body === undefined ? {} : { body }) };
        expect([path, (await harness.current.call(method, path, sent)).status]).toEqual([path, 401]);
      }
    }
    const view = await harness.current.call('GET', pathOf(institution, id), { token: call.token });
    expect(view.body).toMatchObject({ status: 'enabled', rotation: null });
  });
});
