import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { transact } from '#platform/db';
import type { Received } from '#test/doubles/receiver';
import { publishEvent } from './publish-event.ts';
import {
  deliver,
  deliveriesOf,
  givenEndpoint,
  givenInstitution,
  publishEvents,
  partnerEvent,
  serviceSignature,
  useDelivering,
  type GivenEndpoint,
} from '../testing.ts';

const given = useDelivering();

/** Endpoints of one institution, each under its own path, and the requests that each receives for one event. */
async function deliveredTo(endpoints: Record<string, object>, event: Parameters<typeof partnerEvent>[1] = {}) {
  const { harness, receiver } = given.current;
  const institution = await givenInstitution(given.current);
  const made: Record<string, GivenEndpoint> = {};
  for (const [name, wanted] of Object.entries(endpoints)) {
    const url = `https://${receiver.host}/${name}`;
    made[name] = await givenEndpoint(given.current, institution, { url, ...wanted });
  }
  await publishEvents(harness, partnerEvent(institution, event));
  await deliver(harness);
  const at = (name: string): Received => {
    const [request, ...more] = receiver.received.filter(({ path }) => path === `/${name}`);
    if (request === undefined || more.length > 0) throw new Error(`${name} was not told once`);
    return request;
  };
  return { institution, at, secretOf: (name: string) => made[name]?.secret ?? '' };
}

const decoded = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key));

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('the body of a delivery', () => {
  it('the body for a new endpoint is one thin envelope, its members in order [P-EVENT-001, P-EVENT-003, P-EVENT-005, P-EVENT-007, P-THIN-001, P-THIN-002, P-THIN-003, P-VER-002]', async () => {
    const thin = { referral: { id: 'ref_1', status: 'activated' }, consultation_number: 'C-1', via: 'portal' };
    const { institution, at } = await deliveredTo({ new: {} }, { type: 'referral.activated', thin });
    const envelope = JSON.parse(at('new').body);
    expect(at('new').body).toBe(JSON.stringify(envelope));
    expect(Object.entries(envelope)).toEqual([
      ['id', expect.stringMatching(/^evt_[0-9A-Za-z]{24}$/)],
      ['object', 'event'],
      ['type', 'referral.activated'],
      ['api_version', '1.1'],
      ['created_at', given.current.harness.clock.now().toISOString()],
      ['livemode', true],
      ['account', { id: institution }],
      ['data', thin],
    ]);
    expect(envelope.created_at).toMatch(timestamp);
  });

  it('the body for a full-payload endpoint has neither api_version nor account, for the same event [P-FULL-001, P-FULL-002, P-FULL-014]', async () => {
    const full = { referral: { id: 'ref_1', status: 'activated', status_label: 'Active' } };
    const { at } = await deliveredTo({ new: {}, old: { payload: 'full', secret_kind: 'gap' } }, { full });
    const [thin, old] = [JSON.parse(at('new').body), JSON.parse(at('old').body)];
    expect(Object.entries(old)).toEqual([
      ['id', thin.id],
      ['object', 'event'],
      ['type', 'referral.created'],
      ['created_at', thin.created_at],
      ['livemode', true],
      ['data', full],
    ]);
    expect(at('old').headers['x-service-delivery']).not.toBe(at('new').headers['x-service-delivery']);
  });

  it('the body shows whether the event is from the sandbox [P-EVENT-006]', async () => {
    const live = await deliveredTo({ live: {} }, { livemode: true });
    const test = await deliveredTo({ test: { livemode: false } }, { livemode: false });
    expect([JSON.parse(live.at('live').body).livemode, JSON.parse(test.at('test').body).livemode]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a delivery', () => {
  it('a delivery is a POST of JSON to the address of the endpoint [P-HOOK-001]', async () => {
    const { at } = await deliveredTo({ 'a/b?c=d': {} });
    expect([at('a/b?c=d').method, at('a/b?c=d').headers['content-type']]).toEqual(['POST', 'application/json']);
  });

  it('a delivery names its type, its id and its sender [P-HOOK-003, P-HOOK-004, P-HOOK-006, P-EVENT-004]', async () => {
    const { at } = await deliveredTo(
      { new: {}, old: { payload: 'full', secret_kind: 'gap' } },
      { type: 'referral.closed' },
    );
    for (const request of [at('new'), at('old')]) {
      expect(request.headers).toMatchObject({
        'x-service-event': 'referral.closed',
        'x-service-delivery': expect.stringMatching(/^dlv_[0-9A-Za-z]{24}$/),
        'user-agent': 'Service-Webhooks/1.0',
      });
      expect(JSON.parse(request.body).type).toBe(request.headers['x-service-event']);
    }
    const listed = await deliveriesOf(given.current, { event_id: JSON.parse(at('new').body).id });
    const sent = [at('new'), at('old')].map(({ headers }) => headers['x-service-delivery']);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
  });

  it('a delivery is signed with the text of a whsec_gap_ secret, including its prefix [P-HOOK-002, P-SIGN-002, P-SIGN-007]', async () => {
    const { at, secretOf } = await deliveredTo({ gap: { secret_kind: 'gap' } });
    const { t, v1 } = serviceSignature(at('gap'));
    expect(secretOf('gap')).toMatch(/^whsec_gap_/);
    expect(hmac(secretOf('gap'), `${t}.`, at('gap').raw).digest('hex')).toBe(v1);
    expect(Number(t)).toBe(Math.floor(given.current.harness.clock.now().getTime() / 1000));
  });

  it('a delivery is signed with the decoded bytes of a Standard secret, in both headers [P-SIGN-003, P-SIGN-004, P-SIGN-013]', async () => {
    const { at, secretOf } = await deliveredTo({ standard: {} });
    const { raw, headers, body } = at('standard');
    const { t, v1 } = serviceSignature(at('standard'));
    const key = decoded(secretOf('standard'));
    expect(hmac(key, `${t}.`, raw).digest('hex')).toBe(v1);
    expect(headers['webhook-signature']).toBe(
      `v1,${hmac(key, `${headers['webhook-id']}.${t}.`, raw).digest('base64')}`,
    );
    // The library uses the machine's clock, which is not the one of this test.
    vi.useFakeTimers({ toFake: ['Date'], now: given.current.harness.clock.now() });
    const named = headers as Record<string, string>;
    expect(new Webhook(secretOf('standard')).verify(body, named)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secretOf('standard')).verify(`${body} `, named)).toThrow('No matching signature');
    vi.useRealTimers();
  });

  it('a delivery has the three Standard Webhooks headers, with the event and the time of signing [P-HOOK-007, P-HOOK-008, P-HOOK-009]', async () => {
    const { at } = await deliveredTo({ standard: {} });
    const { headers, body } = at('standard');
    expect(headers['webhook-id']).toBe(JSON.parse(body).id);
    expect(headers['webhook-timestamp']).toBe(serviceSignature(at('standard')).t);
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('a delivery has no Standard Webhooks headers if the secret is a whsec_gap_ one [P-HOOK-007, P-HOOK-008, P-HOOK-009, P-SIGN-016]', async () => {
    const { at } = await deliveredTo({ gap: { secret_kind: 'gap' } });
    expect(Object.keys(at('gap').headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  it('a delivery is signed over the sent bytes, not over another serialization [P-SIGN-008]', async () => {
    const thin = { referral: { external_ref: 'Zoë ☂ 𝄞 </script> \u2028 "quoted" \\ 1/2' } };
    const { at, secretOf } = await deliveredTo({ odd: { secret_kind: 'gap' } }, { thin });
    const { t, v1 } = serviceSignature(at('odd'));
    const { raw } = at('odd');
    expect(JSON.parse(raw.toString('utf8')).data).toEqual(thin);
    expect(raw.includes(Buffer.from('Zoë ☂ 𝄞', 'utf8'))).toBe(true);
    expect(hmac(secretOf('odd'), `${t}.`, raw).digest('hex')).toBe(v1);
    const spaced = JSON.stringify(JSON.parse(raw.toString('utf8')), undefined, 1);
    expect(hmac(secretOf('odd'), `${t}.`, spaced).digest('hex')).not.toBe(v1);
  });

  it('a delivery exists only if the change was committed', async () => {
    const { harness, receiver } = given.current;
    const institution = await givenInstitution(given.current);
    await givenEndpoint(given.current, institution, { url: `https://${receiver.host}/` });
    const undone = transact(harness.ctx, async (tx) => {
      publishEvent(tx, partnerEvent(institution));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await deliver(harness);
    expect(receiver.received).toEqual([]);
  });
});
