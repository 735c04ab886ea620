import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrollmentBody } from '../../server/src/modules/memberships/testing.ts';
import { givenPartner, givenSignedCredential } from '../../server/src/modules/partners/testing.ts';
import { referralBody } from '../../server/src/modules/referrals/testing.ts';
import { useHarness } from '../../server/test/harness.ts';
import { startFaultyRelay, type FaultyRelay } from '../test/faulty-relay.ts';
import { CannotSign, isMakewholeError, Makewhole, type PartnerError, type PartnerEvent } from './index.ts';

const harness = useHarness();
const baseUrl = 'http://makewhole.test';
let relay: FaultyRelay;

beforeAll(async () => {
  // This machine's clock equals the service's, as for a real client.
  const { clock } = harness.current;
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  relay = await startFaultyRelay(harness.current.baseUrl, baseUrl);
});
beforeEach(() => relay.forget());
afterAll(() => relay.close());

const common = () => ({ baseUrl, fetch: relay.fetch });
const keyed = async () => Makewhole.partner({ ...common(), key: (await givenPartner(harness.current)).key });

const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

async function signing(alg: 'ed25519' | 'ecdsa-p256-sha256', options: { now?: () => Date } = {}) {
  const { id, privateKey } = await givenSignedCredential(harness.current, { alg });
  const signer = { keyid: id, privateKey: pkcs8(privateKey) };
  return Makewhole.partner({ ...common(), ...options, signer, environment: 'TEST' });
}

async function errorOf(call: Promise<unknown>): Promise<PartnerError> {
  try {
    await call;
  } catch (error) {
    if (isMakewholeError(error)) return error as PartnerError;
    throw error;
  }
  throw new Error('the call succeeded');
}

describe.each(['a bearer key', 'ed25519', 'ecdsa-p256-sha256'] as const)('the partner client with %s', (kind) => {
  const connect = () => (kind === 'a bearer key' ? keyed() : signing(kind));

  it('refers, reads, changes, simulates and follows', async () => {
    const partner = await connect();
    expect((await partner.me.get()).livemode).toBe(false);
    const created = await partner.referrals.create(referralBody({ external_ref: 'loan 1/é' }));
    const { id } = created;
    expect((await partner.referrals.get(id)).external_ref).toBe('loan 1/é');
    expect((await partner.referrals.list({ external_ref: 'loan 1/é' }).page()).data).toHaveLength(1);
    await partner.referrals.update(id, { external_ref: 'loan-2' });
    await partner.referrals.simulate(id, { step: 'accept' });
    const bulk = await partner.referrals.createBulk({ referrals: [referralBody()] });
    expect(bulk).toMatchObject({ object: expect.any(String) });
    expect(await partner.analytics.get()).toBeTruthy();
    expect(await partner.reviews.lookup({ reference: 'loan-2' })).toBeTruthy();
    expect((await errorOf(partner.referrals.reviewRecord('ref_none'))).code).toBe('not_found');
    expect((await errorOf(partner.checkSignature())).code).toBe('operation_not_open');
    const attested = { attestor_name: 'Synthetic Person', channel: 'phone', attestation: 'The borrower asked for it.' };
    expect((await errorOf(partner.referrals.attest(id, attested as never))).code).toBe('invalid_state');

    const events: PartnerEvent[] = [];
    for await (const event of partner.events.list({ order: 'asc', limit: 2 })) events.push(event);
    expect(events.map(({ type }) => type)).toContain('referral.activated');
    for (const event of events) {
      if (event.type === 'referral.activated') expect(event.data.consultation_number).toMatch(/^CN-/);
    }
  });

  it('enrolls, changes, reports losses, and syncs a roster from a one-time iterable', async () => {
    const partner = await connect();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const enrolled = await partner.plans.enroll(enrollmentBody({ effective_on: daysAgo(30) }));
    expect((await partner.plans.enrollment(enrolled.id)).status).toBe('active');
    await partner.plans.updateEnrollment(enrolled.id, { external_ref: 'loan-9' });
    await partner.plans.enrollBulk({ enrollments: [enrollmentBody()] });
    const listed = [];
    for await (const one of partner.plans.enrollments({ limit: 1 })) listed.push(one.id);
    expect(new Set(listed).size).toBe(2);
    await partner.plans.reportLoss({ enrollment_id: enrolled.id, date_of_loss: daysAgo(2) });
    expect((await partner.plans.redemptions().page()).data).toEqual(expect.any(Array));
    expect((await partner.plans.statements().page()).data).toEqual([]);

    async function* rows() {
      for (let index = 0; index < 450; index += 1) yield enrollmentBody();
    }
    const dry = await partner.plans.syncRoster(rows(), { mode: 'dry_run' });
    expect([dry.mode, dry.totals.submitted, dry.totals.created]).toEqual(['dry_run', 450, 450]);
  });
});

it('a credential is activated by the client that signs with it', async () => {
  const { id, challenge, privateKey } = await givenSignedCredential(harness.current, { pending: true });
  const signer = { keyid: id, privateKey: pkcs8(privateKey) };
  const partner = Makewhole.partner({ ...common(), signer, environment: 'TEST' });
  expect((await errorOf(partner.me.get())).code).toBe('signature_invalid');
  expect((await partner.credentials.verify(id, { challenge })).status).toBe('active');
  expect((await partner.me.get()).id).toBe(id);
});

describe('a failed call', () => {
  it('is signed again with a new nonce under the same key, and takes effect once', async () => {
    const partner = await signing('ed25519');
    relay.fail('drop after', { status: 503 });
    const created = await partner.referrals.create(referralBody({ external_ref: 'once' }));
    expect((await partner.referrals.list({ external_ref: 'once' }).page()).data.map(({ id }) => id)).toEqual([
      created.id,
    ]);
    const sent = relay.heard.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['signature-input'])).size).toBe(3);
  });

  it('corrects a clock that is ten minutes wrong once, by the time of the response', async () => {
    const refused: string[] = [];
    const { id, privateKey } = await givenSignedCredential(harness.current);
    const now = () => new Date(Date.now() - 600_000);
    const signer = { keyid: id, privateKey: pkcs8(privateKey) };
    const onRetry = ({ code }: { code: string }) => void refused.push(code);
    const options = { ...common(), signer, environment: 'TEST', now, onRetry } as const;
    const partner = Makewhole.partner(options);
    await partner.me.get();
    await partner.me.get();
    expect(refused).toEqual(['signature_stale']);
    const error = await errorOf(Makewhole.partner({ ...options, retries: 0 }).me.get());
    expect(error.code).toBe('signature_stale');
    expect(error.clockSkewS).toBeGreaterThan(590);
    expect(error.message).toContain('seconds apart');
  });

  it('reports a conflict by code, with the page and the fields of that code', async () => {
    const partner = await keyed();
    const referral = referralBody();
    const first = await partner.referrals.create(referral);
    const error = await errorOf(partner.referrals.create(referral));
    expect(error.code).toBe('referral_exists');
    if (error.code === 'referral_exists') expect(error.details.referral_id).toBe(first.id);
    expect(error.page).toBe('http://makewhole.test/developers/errors/referral_exists');
    expect(error.requestId).toMatch(/^req_/);
    expect(error.message).not.toBe('');
  });

  it('for a roster is not retried with rows that can be read once, and is with rows from a function', async () => {
    const partner = await keyed();
    async function* rows() {
      yield enrollmentBody();
    }
    relay.fail({ status: 503 });
    expect((await errorOf(partner.plans.syncRoster(rows(), { mode: 'dry_run' }))).status).toBe(503);
    relay.fail({ status: 503 });
    expect((await partner.plans.syncRoster(rows, { mode: 'dry_run' })).totals.submitted).toBe(1);
    expect(relay.heard).toHaveLength(3);
    const plain = [enrollmentBody()];
    relay.fail('drop before');
    expect((await partner.plans.syncRoster(plain, { mode: 'dry_run' })).totals.submitted).toBe(1);
  });
});

it('a signed roster from a function is read once for its digest and once for every attempt, and never held', async () => {
  const partner = await signing('ed25519');
  const rows = Array.from({ length: 450 }, () => enrollmentBody());
  let readings = 0;
  let most = 0;
  async function* read() {
    readings += 1;
    for (const [index, row] of rows.entries()) {
      most = Math.max(most, index);
      yield row;
    }
  }
  relay.fail({ status: 503 });
  const { totals } = await partner.plans.syncRoster(read, { mode: 'dry_run' });
  expect([totals.submitted, readings, most]).toEqual([450, 3, 449]);
  expect(relay.heard.map(({ headers }) => headers['transfer-encoding'])).toEqual(['chunked', 'chunked']);

  // A source that changes between the readings is refused, and no change is made.
  let changed = 0;
  const other = () => [enrollmentBody({ external_ref: `reading ${(changed += 1)}` })];
  expect((await errorOf(partner.plans.syncRoster(other, { mode: 'dry_run' }))).status).toBe(401);
});

describe('events that are followed', () => {
  it('come in order from a cursor, survive an outage, continue with new events, and end at the signal', async () => {
    const partner = await keyed();
    const { id } = await partner.referrals.create(referralBody());
    const ending = new AbortController();
    const failures: string[] = [];
    relay.fail({ status: 503 }, { status: 503 }, { status: 503 });
    const onError = ({ status }: { status: number | undefined }) => void failures.push(String(status));
    const following = partner.events.follow({ pollMs: 20, signal: ending.signal, onError });
    const seen: string[] = [];
    let last: string | undefined;
    for await (const { event, cursor } of following) {
      seen.push(event.type);
      last = cursor;
      if (event.type === 'referral.invited') await partner.referrals.simulate(id, { step: 'decline' });
      if (event.type === 'referral.declined') ending.abort();
    }
    expect(seen).toEqual(['referral.created', 'referral.invited', 'referral.declined']);
    expect(failures).toEqual(['503']);

    // A loop that starts at the stored cursor gets only later events.
    await partner.referrals.create(referralBody());
    const { value: next } = await partner.events.follow({ cursor: last, pollMs: 20 }).next();
    expect(next?.event.type).toBe('referral.created');
    expect(JSON.stringify(next?.event)).not.toContain(id);
  });

  it('are refused for a key without permission', async () => {
    const partner = Makewhole.partner({ ...common(), key: 'gap_test_unknown' });
    expect((await errorOf(partner.events.follow().next())).code).toBe('key_unknown');
  });
});

describe('a key that cannot sign', () => {
  const partner = (privateKey: string) =>
    Makewhole.partner({ baseUrl, signer: { keyid: 'crd_1', privateKey }, environment: 'TEST' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ed = generateKeyPairSync('ed25519');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each([
    ['nothing', '', /No such block/],
    ['SEC1', ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString(), /SEC1.*openssl pkcs8 -topk8/],
    ['the public half', ed.publicKey.export({ type: 'spki', format: 'pem' }).toString(), /public half/],
    ['RSA in PKCS#8', pkcs8(rsa), /another kind/],
    ['RSA in PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' }).toString(), /RSA key/],
    [
      'a passphrase',
      ed.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      /passphrase/,
    ],
    ['a broken copy', pkcs8(ed.privateKey).replace('MC4', '!!!'), /not base64/],
  ])('is refused before any request, with the expected format: %s', (_name, pem, says) => {
    expect(() => partner(pem)).toThrow(CannotSign);
    expect(() => partner(pem)).toThrow(/PKCS#8 PEM.*-----BEGIN PRIVATE KEY-----/);
    expect(() => partner(pem)).toThrow(says);
  });

  it('is accepted with escaped line ends, as settings store them', () => {
    expect(() => partner(pkcs8(ed.privateKey).replaceAll('\n', '\\n'))).not.toThrow();
  });

  it('is refused if it belongs to the other environment', () => {
    expect(() => Makewhole.partner({ key: 'gap_live_x', environment: 'TEST' })).toThrow(/live key/);
  });
});
