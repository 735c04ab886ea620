import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  deliver,
  givenEndpoint,
  givenInstitution,
  publishEvents,
  partnerEvent,
  serviceSignature,
  unknownId,
  useDelivering,
} from '../testing.ts';

const given = useDelivering();

/** Closes and opens the features of the launch. */
async function setLaunched(open: boolean): Promise<void> {
  const { harness, token } = given.current;
  const body = { features: { partner_security_platform: open } };
  await harness.call('PATCH', '/api/staff/v1/settings', { token, body });
}

afterEach(() => setLaunched(true));

type Rotated = { readonly institution: string; readonly id: string; readonly first: string };

async function givenRotating(secretKind: 'gap' | 'standard'): Promise<Rotated> {
  const institution = await givenInstitution(given.current);
  const url = `https://${given.current.receiver.host}/`;
  const { id, secret } = await givenEndpoint(given.current, institution, { url, secret_kind: secretKind });
  return { institution, id, first: secret };
}

const rotate = (id: string, body: object = {}) =>
  given.current.harness.call('POST', `/api/staff/v1/webhook-endpoints/${id}/rotate`, {
    token: given.current.token,
    body,
  });

const promote = (id: string) =>
  given.current.harness.call('POST', `/api/staff/v1/webhook-endpoints/${id}/promote`, { token: given.current.token });

const view = async ({ institution, id }: Rotated) => {
  const path = `/api/staff/v1/institutions/${institution}/webhook-endpoints/${id}`;
  return (await given.current.harness.call('GET', path, { token: given.current.token })).body;
};

const key = (secret: string) =>
  secret.startsWith('whsec_gap_') ? Buffer.from(secret) : Buffer.from(secret.slice('whsec_'.length), 'base64');

/** The secrets that signed the next delivery: in the service's own header, and in each entry of the standard one. */
async function signersOf({ institution }: Rotated, secrets: Record<string, string>) {
  const { harness, receiver } = given.current;
  receiver.received.length = 0;
  await publishEvents(harness, partnerEvent(institution));
  await deliver(harness);
  const [request] = receiver.received;
  if (request === undefined) throw new Error('nothing arrived');
  const { headers, body } = request;
  const nameOf = (signature: string, signed: string, encoding: 'hex' | 'base64') =>
    Object.keys(secrets).find((name) => {
      const expected = createHmac('sha256', key(secrets[name] ?? ''))
        .update(signed)
        .digest(encoding);
      return expected === signature;
    });
  const { t, v1 } = serviceSignature(request);
  const standard = headers['webhook-signature'];
  const entries = standard === undefined ? [] : String(standard).split(' ');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return {
    service: nameOf(v1, `${t}.${body}`, 'hex'),
    standard: entries.map((entry) => nameOf(entry.replace(/^v1,/, ''), signed, 'base64')),
  };
}

const hours = (count: number) => count * 3600;

describe('rotating a secret', () => {
  it('rotating returns a new Standard secret once with the end of the overlap [P-ROT-001, P-ROT-007]', async () => {
    const endpoint = await givenRotating('gap');
    const now = given.current.harness.clock.now();
    const { status, body } = await rotate(endpoint.id, { overlap_hours: 6 });
    expect([status, body.secret_kind]).toEqual([200, 'standard']);
    expect(body.secret).toMatch(/^whsec_(?!gap_)[A-Za-z0-9+/]{43}=$/);
    const rotation = {
      started_at: now.toISOString(),
      overlap_ends_at: new Date(now.getTime() + hours(6) * 1000).toISOString(),
    };
    expect(body.rotation).toEqual(rotation);
    const { secret: _once, ...rest } = body;
    expect(await view(endpoint)).toEqual(rest);
  });

  it('rotating overlaps for a day by default, and for a week at most', async () => {
    const endpoint = await givenRotating('standard');
    for (const hoursAsked of [-1, 169, 1.5, '24', null]) {
      expect((await rotate(endpoint.id, { overlap_hours: hoursAsked })).status).toBe(400);
    }
    const { body } = await rotate(endpoint.id);
    const lasts = Date.parse(body.rotation.overlap_ends_at) - Date.parse(body.rotation.started_at);
    expect(lasts).toBe(hours(24) * 1000);
    await promote(endpoint.id);
    expect((await rotate(endpoint.id, { overlap_hours: 168 })).status).toBe(200);
  });

  it('rotating needs an endpoint', async () => {
    expect((await rotate(unknownId('whe'))).status).toBe(404);
    expect((await promote(unknownId('whe'))).status).toBe(404);
  });

  it('rotating from whsec_gap_: the old text signs until the end, only the new secret signs the standard header [P-SIGN-006, P-ROT-002, P-ROT-004, P-ROT-006, P-ROT-007]', async () => {
    const endpoint = await givenRotating('gap');
    expect(await signersOf(endpoint, { first: endpoint.first })).toEqual({ service: 'first', standard: [] });
    const { body } = await rotate(endpoint.id, { overlap_hours: 24 });
    const secrets = { first: endpoint.first, second: body.secret };
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'first', standard: ['second'] });
    given.current.harness.clock.advance(hours(24) - 0.001);
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'first', standard: ['second'] });
    given.current.harness.clock.advance(0.001);
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'second', standard: ['second'] });
    expect((await view(endpoint)).rotation).toBeNull();
  });

  it('rotating from a Standard secret: the old one signs the service header, both sign the standard one, the new first [P-ROT-002, P-ROT-004, P-ROT-005]', async () => {
    const endpoint = await givenRotating('standard');
    expect(await signersOf(endpoint, { first: endpoint.first })).toEqual({ service: 'first', standard: ['first'] });
    const { body } = await rotate(endpoint.id, { overlap_hours: 1 });
    const secrets = { first: endpoint.first, second: body.secret };
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'first', standard: ['second', 'first'] });
    given.current.harness.clock.advance(hours(1));
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'second', standard: ['second'] });
  });

  it.each(['gap', 'standard'] as const)(
    'rotating from %s: once promoted, only the new secret signs [P-ROT-003]',
    async (kind) => {
      const endpoint = await givenRotating(kind);
      const { body } = await rotate(endpoint.id);
      const secrets = { first: endpoint.first, second: body.secret };
      expect((await signersOf(endpoint, secrets)).service).toBe('first');
      const promoted = await promote(endpoint.id);
      expect([promoted.status, promoted.body.rotation]).toEqual([200, null]);
      expect(promoted.text).not.toContain(body.secret);
      expect(await signersOf(endpoint, secrets)).toEqual({ service: 'second', standard: ['second'] });
    },
  );

  it.each(['gap', 'standard'] as const)(
    'rotating from %s without an overlap: the new secret signs immediately',
    async (kind) => {
      const endpoint = await givenRotating(kind);
      const { status, body } = await rotate(endpoint.id, { overlap_hours: 0 });
      expect([status, body.rotation]).toEqual([200, null]);
      const secrets = { first: endpoint.first, second: body.secret };
      expect(await signersOf(endpoint, secrets)).toEqual({ service: 'second', standard: ['second'] });
    },
  );

  it('rotating is refused while an overlap is open, and changes nothing then', async () => {
    const endpoint = await givenRotating('standard');
    const { body } = await rotate(endpoint.id, { overlap_hours: 2 });
    const secrets = { first: endpoint.first, second: body.secret };
    for (const overlap of [0, 24]) {
      const refused = await rotate(endpoint.id, { overlap_hours: overlap });
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state']);
    }
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'first', standard: ['second', 'first'] });
    given.current.harness.clock.advance(hours(2));
    const { status, body: third } = await rotate(endpoint.id, { overlap_hours: 2 });
    expect(status).toBe(200);
    const all = { ...secrets, third: third.secret };
    expect(await signersOf(endpoint, all)).toEqual({ service: 'second', standard: ['third', 'second'] });
  });

  it('rotating happens once when it is requested many times simultaneously', async () => {
    const endpoint = await givenRotating('standard');
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(endpoint.id)));
    const done = answers.filter(({ status }) => status === 200);
    expect([done.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 7]);
    const secrets = { first: endpoint.first, second: done[0]?.body.secret };
    expect(await signersOf(endpoint, secrets)).toEqual({ service: 'first', standard: ['second', 'first'] });
  });

  it('rotating has no overlap before launch, and is refused during one whatever the feature flag', async () => {
    const [idle, rotating] = [await givenRotating('gap'), await givenRotating('gap')];
    await rotate(rotating.id);
    await setLaunched(false);
    const refused = [await rotate(idle.id), await rotate(idle.id, { overlap_hours: 1 })];
    refused.push(await rotate(rotating.id, { overlap_hours: 0 }));
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'invalid_state']));
    const { status, body } = await rotate(idle.id, { overlap_hours: 0 });
    expect([status, body.secret_kind, body.rotation]).toEqual([200, 'standard', null]);
  });

  it('a retry is signed with the secrets current at that moment', async () => {
    const { harness, receiver } = given.current;
    const endpoint = await givenRotating('standard');
    receiver.answer((_request, response) => response.writeHead(500).end());
    await publishEvents(harness, partnerEvent(endpoint.institution));
    await deliver(harness);
    const { body } = await rotate(endpoint.id, { overlap_hours: 0 });
    harness.clock.advance(72);
    await deliver(harness);
    const signers = receiver.received.map((request) => {
      const { t, v1 } = serviceSignature(request);
      const matches = (secret: string) =>
        createHmac('sha256', key(secret)).update(`${t}.${request.body}`).digest('hex') === v1;
      return [matches(endpoint.first), matches(body.secret)];
    });
    expect(signers).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(new Set(receiver.received.map((request) => request.body)).size).toBe(1);
  });
});
