import { connect } from 'node:net';
import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '#test/runs';
import { useHarness, type Answer } from '#test/harness';
import { request } from '#test/http/raw-http';
import { redisUrl } from '#test/doubles/redis';
import { until } from '#test/until';
import { givenSignedCredential } from '#testing/partners';
import { purgeNonces } from './nonces.ts';

/** A separate Redis database, since the test empties it. */
const ownRedis = `${redisUrl}/9`;
const harness = useHarness({ REDIS_URL: ownRedis, gapRequestsPerMin: 1_000_000 });
const me = '/api/gap/v1/me';
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();

const countNonces = async (credentialId: string): Promise<number> => {
  const text = 'select from credentials.nonces where credential_id = $1';
  return (await harness.current.ctx.db.pool.query(text, [credentialId])).rowCount ?? 0;
};

describe('a nonce', () => {
  it('is taken once, of however many copies that arrive at once: 20 copies of each', async () => {
    const caller = await givenSignedCredential(harness.current);
    const tally: Record<string, number> = {};
    const batches = runs({ always: 3, nightly: 25 });
    for (let batch = 0; batch < batches; batch += 1) {
      const requests = Array.from({ length: 20 }, (_, index) => `${batch}-${index}`);
      const copies = requests.flatMap((nonce) => Array.from({ length: 20 }, () => caller.call('GET', me, { nonce })));
      const answers = await Promise.all(copies);
      for (const answer of answers) tally[codeOf(answer)] = (tally[codeOf(answer)] ?? 0) + 1;
    }
    expect(tally).toEqual({ '200': batches * 20, '401 nonce_replayed': batches * 380 });
    // And the one of the activation.
    expect(await countNonces(caller.id)).toBe(batches * 20 + 1);
  }, 240_000);

  it('a nonce stays used when Redis loses everything', async () => {
    const caller = await givenSignedCredential(harness.current);
    expect(codeOf(await caller.call('GET', me, { nonce: 'n' }))).toBe('200');
    const redis = new Redis(ownRedis);
    expect(await redis.dbsize()).toBeGreaterThan(0);
    await redis.flushdb();
    redis.disconnect();
    expect(codeOf(await caller.call('GET', me, { nonce: 'n' }))).toBe('401 nonce_replayed');
  });

  it('a nonce is free again exactly 900 seconds after it was used, whether it was purged or not', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    for (const nonce of ['purged', 'left']) expect((await caller.call('GET', me, { nonce })).status).toBe(200);
    h.clock.advance(899.999);
    await purgeNonces(h.ctx, 1000);
    expect(codeOf(await caller.call('GET', me, { nonce: 'left' }))).toBe('401 nonce_replayed');
    expect(codeOf(await caller.call('GET', me, { nonce: 'purged' }))).toBe('401 nonce_replayed');
    h.clock.advance(0.001);
    expect((await caller.call('GET', me, { nonce: 'left' })).status).toBe(200);
    expect(codeOf(await caller.call('GET', me, { nonce: 'left' }))).toBe('401 nonce_replayed');
    expect(await purgeNonces(h.ctx, 1000)).toBeGreaterThan(0);
    expect(await purgeNonces(h.ctx, 1000)).toBe(0);
    expect(await countNonces(caller.id)).toBe(1);
    expect((await caller.call('GET', me, { nonce: 'purged' })).status).toBe(200);
  });

  it('cannot be outlived by its signature, whose time has long passed by then', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    const created = Math.floor(h.clock.now().getTime() / 1000) + 300;
    const copy = () => caller.call('GET', me, { nonce: 'n', created });
    const codes = [];
    for (const pause of [0, 300, 300, 1, 299]) {
      h.clock.advance(pause);
      codes.push(codeOf(await copy()));
    }
    expect(codes).toEqual([
      '200',
      '401 nonce_replayed',
      '401 nonce_replayed',
      '401 signature_stale',
      '401 signature_stale',
    ]);
  });

  it('a nonce also stops a copy whose body arrives so late that the nonce was deleted', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    const created = Math.floor(h.clock.now().getTime() / 1000) + 300;
    const path = '/api/gap/v1/review-status/lookup';
    const call = { body: { reference: 'none' }, nonce: 'slow', created };
    expect((await caller.call('POST', path, call)).status).toBe(200);
    h.clock.advance(600);
    const { rawHeaders, body } = caller.sign('POST', path, call);
    const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
    const { hostname, port } = new URL(h.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    const asked = vi.spyOn(h.clock, 'now');
    socket.write(request([`POST ${path} HTTP/1.1`, ...headers]));
    await until('the time of the signature to be looked at', () => asked.mock.calls.length > 0);
    asked.mockRestore();
    h.clock.advance(300);
    socket.write(body);
    await until('an answer', () => answer.includes('"code"'));
    socket.destroy();
    expect(answer).toContain('"code":"signature_stale"');
  });

  it('a nonce is used up by a request that is refused afterwards', async () => {
    const caller = await givenSignedCredential(harness.current);
    const refusals = [
      ['POST', '/api/gap/v1/referrals', { body: {} }, '400 validation_failed'],
      ['POST', '/api/gap/v1/referrals', { raw: '[' }, '400 malformed_body'],
      ['GET', '/api/gap/v1/referrals/none', {}, '404 not_found'],
      ['GET', me, { environment: 'PRODUCTION' }, '403 environment_mismatch'],
      ['POST', '/api/gap/v1/signature-check', { body: {} }, '404 operation_not_open'],
    ] as const;
    for (const [index, [method, path, call, expected]] of refusals.entries()) {
      const nonce = `refused-${index}`;
      expect(codeOf(await caller.call(method, path, { ...call, nonce }))).toBe(expected);
      expect(codeOf(await caller.call('GET', me, { nonce }))).toBe('401 nonce_replayed');
    }
  });

  it('a nonce is not used up by a request whose signature failed', async () => {
    const caller = await givenSignedCredential(harness.current);
    const spoil = <M>(message: M) => ({ ...message, body: Buffer.from('{"b":1}') });
    const otherInstitution = await givenSignedCredential(harness.current);
    const failures = [
      await caller.call('POST', '/api/gap/v1/referrals', { body: {}, nonce: 'n', spoil }),
      await otherInstitution.call('GET', me, { nonce: 'n', keyid: caller.id }),
      await caller.call('GET', me, { nonce: 'n', created: 1 }),
      await caller.call('GET', me, { nonce: 'n', environment: 'x' }),
    ];
    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await caller.call('GET', me, { nonce: 'n' })).status).toBe(200);
  });

  it('a nonce belongs to one credential: another of the same institution may use the same value', async () => {
    const one = await givenSignedCredential(harness.current);
    const other = await givenSignedCredential(harness.current, { institutionId: one.institutionId });
    expect((await one.call('GET', me, { nonce: 'n' })).status).toBe(200);
    expect((await other.call('GET', me, { nonce: 'n' })).status).toBe(200);
    expect(codeOf(await other.call('GET', me, { nonce: 'n' }))).toBe('401 nonce_replayed');
  });

  it('a nonce is compared byte by byte', async () => {
    const caller = await givenSignedCredential(harness.current);
    const nonces = ['a', 'A', 'a!', '%61', '~', 'x'.repeat(255)];
    for (const nonce of nonces) expect([nonce, (await caller.call('GET', me, { nonce })).status]).toEqual([nonce, 200]);
  });
});
