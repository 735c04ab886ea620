import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Ctx } from '#context';
import type { OutboundPost } from '#gateways/egress';
import { Secret } from '#platform/config';
import { createVault } from '#platform/crypto';
import type { EndpointInForce } from '../endpoint-store.ts';
import { secretAad } from '../rules.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { PendingDelivery } from './rules.ts';

const id = 'wep_000000000000000000000001';
const vault = createVault([new Secret('k'.repeat(32))]);
const secret = randomBytes(16).toString('hex');
const previous = randomBytes(16).toString('hex');
const delivery = { id: 'del_1', event_id: 'evt_1', event_type: 'referral.updated', body: '{}' } as PendingDelivery;
const overlapEndsAt = new Date('2026-01-01T12:00:00Z');

const row = (changes: Partial<EndpointInForce> = {}): EndpointInForce => ({
  id,
  version: '1',
  audience: 'partner',
  livemode: true,
  url: 'https://hooks.example.com/',
  status: 'enabled',
  barred: false,
  secret_kind: 'gap',
  encrypted_secret: vault.encrypt(secret, secretAad(id)),
  previous_kind: null,
  encrypted_previous: null,
  overlap_ends_at: null,
  ...changes,
});

/** Attempts at the given moment, with the number of decryptions and the sent requests. */
function attempts() {
  const sent: OutboundPost[] = [];
  const world = { decrypted: 0, sent, now: new Date('2026-01-01T11:59:59Z') };
  const post = async (request: OutboundPost) => {
    sent.push(request);
    return { status: 204, cause: 'acknowledged', durationMs: 1, timings: {}, address: undefined, answer: '' };
  };
  const decrypt = (encrypted: Buffer, aad: string) => {
    world.decrypted += 1;
    return vault.decrypt(encrypted, aad);
  };
  const config = { webhookAllowLocal: false };
  const parts = { clock: { now: () => world.now }, vault: { ...vault, decrypt }, egress: { post }, config };
  const ctx = parts as unknown as Ctx;
  return { world, attempt: (endpoint: EndpointInForce) => attemptDelivery(ctx, { delivery, endpoint }) };
}

/** The secret that signed a request. */
function signer(request: OutboundPost | undefined): string | undefined {
  const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(request?.headers['x-service-signature'] ?? '') ?? [];
  const signed = (key: string) => createHmac('sha256', key).update(`${t}.${request?.body}`).digest('hex');
  return [secret, previous].find((candidate) => signed(candidate) === v1);
}

it('an attempt decrypts the secret once for the row of an endpoint, and again for the next row', async () => {
  const { world, attempt } = attempts();
  const endpoint = row();
  for (let made = 0; made < 3; made += 1) await attempt(endpoint);
  expect([world.decrypted, world.sent.length]).toEqual([1, 3]);
  const rotated = row({ encrypted_secret: vault.encrypt(previous, secretAad(id)) });
  await attempt(rotated);
  expect([world.decrypted, signer(world.sent[3])]).toEqual([2, previous]);
});

it('an attempt stops using the previous secret when the overlap ends, in the middle of a row', async () => {
  const { world, attempt } = attempts();
  const sealed = vault.encrypt(previous, secretAad(id));
  const endpoint = row({ previous_kind: 'gap', encrypted_previous: sealed, overlap_ends_at: overlapEndsAt });
  await attempt(endpoint);
  const before = signer(world.sent[0]);
  world.now = overlapEndsAt;
  await attempt(endpoint);
  expect([before, signer(world.sent[1])]).toEqual([previous, secret]);
});

it('an attempt sends nothing to an address that the rules refuse, whichever row of the endpoint it is in', async () => {
  const { world, attempt } = attempts();
  const refused = row({ url: 'https://localhost/' });
  const outcomes = [await attempt(refused), await attempt(refused), await attempt(row())];
  expect(outcomes.map((outcome) => outcome.kind === 'posted' && outcome.outcome.cause)).toEqual([
    'the address must name a public host',
    'the address must name a public host',
    'acknowledged',
  ]);
  expect([world.sent.length, world.decrypted]).toEqual([1, 1]);
});
