import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { submit } from '#testing/intakes';
import { givenRegistration, register, registrationBody, registrationOf, verify, wrongCodeFor } from '../testing.ts';

const harness = useHarness({ intakeAnonPerMin: 1 });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

async function registerTimes(count: number, address: string, body?: unknown): Promise<number[]> {
  const statuses = [];
  for (let call = 0; call < count; call += 1) {
    statuses.push((await register(harness.current, body ?? registrationBody(), from(address))).status);
  }
  return statuses;
}

const five = (status: number) => Array.from({ length: 5 }, () => status);

describe('the limit on registering', () => {
  it('the limit allows five calls a minute per address and answers the sixth with 429 and Retry-After [A-REG-026, A-ERR-011]', async () => {
    expect(await registerTimes(5, '198.51.100.1')).toEqual(five(202));
    const sixth = await register(harness.current, registrationBody(), from('198.51.100.1'));
    expect([sixth.status, sixth.body]).toEqual([429, { error: expect.any(String), code: 'rate_limited' }]);
    expect(sixth.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(await registerTimes(1, '198.51.100.2')).toEqual([202]);
  });

  it('the limit counts an IPv6 network of 64 bits as one address', async () => {
    const statuses = [];
    for (const tail of ['::1', '::2', ':ffff:1:2:3', ':0:0:0:9', ':1::']) {
      statuses.push(...(await registerTimes(1, `2001:db8:7:1${tail}`)));
    }
    expect(statuses).toEqual(five(202));
    expect(await registerTimes(1, '2001:0DB8:0007:0001:abcd::1')).toEqual([429]);
    expect(await registerTimes(1, '2001:db8:7:2::1')).toEqual([202]);
  });

  it('the limit counts an IPv4 address once, however it is written', async () => {
    expect(await registerTimes(3, '198.51.100.3')).toEqual([202, 202, 202]);
    expect(await registerTimes(2, '::ffff:198.51.100.3')).toEqual([202, 202]);
    expect(await registerTimes(1, '198.51.100.3')).toEqual([429]);
  });

  it('the limit counts every call: invalid ones, outdated ones, and those while registration is closed', async () => {
    expect(await registerTimes(5, '198.51.100.4', { nothing: 'right' })).toEqual(five(400));
    expect(await registerTimes(1, '198.51.100.4')).toEqual([429]);
    const token = await givenStaffToken(harness.current);
    const setOpen = (open: boolean) =>
      harness.current.call('PATCH', '/api/staff/v1/settings', { token, body: { registration_open: open } });
    await setOpen(false);
    expect(await registerTimes(6, '198.51.100.5')).toEqual([...five(404), 429]);
    await setOpen(true);
  });

  it('the limit is checked first, before even an unreadable body', async () => {
    await registerTimes(5, '198.51.100.6');
    const unreadable = await harness.current.call('POST', '/api/agent/v1/register', {
      raw: '{"agent":',
      ...from('198.51.100.6'),
    });
    expect(unreadable.status).toBe(429);
  });

  it('the limit does not apply to verification', async () => {
    await registerTimes(5, '198.51.100.7');
    for (let call = 0; call < 10; call += 1) {
      const { status } = await harness.current.call('POST', '/api/agent/v1/register/verify', {
        body: { registration_id: 'reg_unknown', code: '000000' },
        ...from('198.51.100.7'),
      });
      expect(status).toBe(404);
    }
  });
});

describe('every 429 answer', () => {
  it('every 429 has rate_limited and the time to retry, whichever limit was exceeded [A-ERR-011]', async () => {
    const email = `operator-${crypto.randomUUID()}@example.com`;
    for (let count = 0; count < 3; count += 1) await register(harness.current, registrationOf(email));
    const pending = await givenRegistration(harness.current);
    const wrong = { ...pending, code: wrongCodeFor(pending.code) };
    for (let count = 0; count < 5; count += 1) await verify(harness.current, wrong);
    await submit(harness.current, undefined, from('198.51.100.8'));
    await registerTimes(5, '198.51.100.8');
    const answers = [
      await submit(harness.current, undefined, from('198.51.100.8')),
      await register(harness.current, registrationBody(), from('198.51.100.8')),
      await register(harness.current, registrationOf(email)),
      await verify(harness.current, wrong),
    ];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([429, { error: expect.any(String), code: 'rate_limited' }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  });
});
