import { afterEach, describe, expect, it, vi } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness, type Answer, type CallOptions } from '#test/harness';
import { minimalIntake, poll, submit } from '../testing.ts';

const perMinute = 3;
const harness = useHarness({ intakeAnonPerMin: perMinute });

let addresses = 0;
/** An address that has not called yet. */
const newAddress = (): string => `198.51.100.${(addresses += 1)}`;

/** Calls one after another; returns the statuses. */
async function callTimes(times: number, address: string, options: CallOptions = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) statuses.push((await callFrom(address, options)).status);
  return statuses;
}

const callFrom = (
  address: string,
  { body = minimalIntake(), headers, ...options }: CallOptions = {},
): Promise<Answer> =>
  submit(harness.current, body, { ...options, headers: { 'x-forwarded-for': address, ...headers } });

const accepted = (count: number): number[] => Array.from({ length: count }, () => 201);

async function countIntakes(): Promise<unknown> {
  const text = 'select (select count(*) from intakes.intakes), (select count(*) from consultations.consultations) as c';
  return harness.current.ctx.db.find({ text, values: [] });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the limit on submissions', () => {
  it('the limit answers the next one 429 with the seconds to wait, and creates nothing [A-LIMIT-001, A-LIMIT-004]', async () => {
    const address = newAddress();
    expect(await callTimes(perMinute, address)).toEqual(accepted(perMinute));
    const before = await countIntakes();
    const { status, headers, body } = await callFrom(address);
    expect([status, body]).toEqual([429, { error: expect.any(String), code: 'rate_limited' }]);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await countIntakes()).toEqual(before);
  });

  it('the limit ends when Retry-After says, not earlier, and then starts a new window [A-LIMIT-002]', async () => {
    const address = newAddress();
    const began = Date.now();
    await callTimes(perMinute, address);
    const refused = await callFrom(address);
    const waited = Date.now() + Number(refused.headers.get('retry-after')) * 1000;
    // The window begins with its first call, so it cannot have ended less than a minute later.
    vi.setSystemTime(began + 59_000);
    expect((await callFrom(address)).status).toBe(429);
    vi.setSystemTime(waited);
    expect(await callTimes(perMinute + 1, address)).toEqual([...accepted(perMinute), 429]);
  });

  it('the limit is six times as high with a key, counted per agent from any address, and /me returns the same [A-LIMIT-003]', async () => {
    const { key } = await givenAgent(harness.current);
    const statuses: number[] = [];
    for (let call = 0; call < perMinute * 6 + 2; call += 1) {
      statuses.push((await callFrom(newAddress(), { token: key })).status);
    }
    expect(statuses).toEqual([...accepted(perMinute * 6), 429, 429]);
    const me = await harness.current.call('GET', '/api/agent/v1/me', { token: key });
    expect(me.body.limits).toEqual({
      intakes_per_minute: perMinute * 6,
      anonymous_intakes_per_minute: perMinute,
      multiplier: 6,
    });
  });

  it('the limits of an agent and of its address are separate: neither uses up the other', async () => {
    const { key } = await givenAgent(harness.current);
    const address = newAddress();
    expect(await callTimes(perMinute + 1, address)).toEqual([...accepted(perMinute), 429]);
    expect(await callTimes(perMinute + 1, address, { token: key })).toEqual(accepted(perMinute + 1));
  });

  it.each<[string, CallOptions, number]>([
    ['bad bodies', { body: {} }, 400],
    ['bodies that cannot be read', { raw: '{' }, 400],
    ['unknown keys', { token: 'svc_agent_unknown' }, 401],
    ['other credentials', { headers: { authorization: 'Basic x' } }, 401],
  ])('the limit counts refused calls too: %s', async (_name, options, status) => {
    const address = newAddress();
    expect(await callTimes(perMinute, address, options)).toEqual(accepted(perMinute).map(() => status));
    expect((await callFrom(address)).status).toBe(429);
  });

  it('the limit counts replays too', async () => {
    const address = newAddress();
    const named = { body: minimalIntake(), headers: { 'idempotency-key': 'again' } };
    expect(await callTimes(perMinute + 1, address, named)).toEqual([201, 200, 200, 429]);
  });

  it('the limit is checked before a bad credential and before a bad body', async () => {
    const address = newAddress();
    await callTimes(perMinute, address);
    expect((await callFrom(address, { token: 'svc_agent_unknown' })).status).toBe(429);
    expect((await callFrom(address, { body: {} })).status).toBe(429);
    expect((await callFrom(address, { raw: '{' })).status).toBe(429);
  });

  it('the limit counts an IPv6 client by its /64 and an IPv4 client by its address, in every spelling', async () => {
    const network = '2001:db8:77:1';
    expect(await callTimes(2, `${network}::1`)).toEqual(accepted(2));
    expect(await callTimes(2, `${network}:ffff::2`)).toEqual([201, 429]);
    expect(await callTimes(1, '2001:db8:77:2::1')).toEqual([201]);
    const address = newAddress();
    expect(await callTimes(2, address)).toEqual(accepted(2));
    expect(await callTimes(2, `::ffff:${address}`)).toEqual([201, 429]);
    expect(await callTimes(1, newAddress())).toEqual([201]);
  });

  it('the limit does not count polling', async () => {
    const { body } = await callFrom(newAddress());
    const answers = await Promise.all(Array.from({ length: perMinute * 10 }, () => poll(harness.current, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
