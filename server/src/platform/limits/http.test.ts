import { describe, expect, it } from 'vitest';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';

const harness = useHarness({ intakeAnonPerMin: 2 });
const from = (address: string, body: unknown = minimalIntake()) =>
  submit(harness.current, body, { headers: { 'x-forwarded-for': address } });

async function countRows() {
  const text = `select (select count(*) from intakes.intakes) as intakes,
    (select count(*) from consultations.consultations) as consultations,
    (select count(*) from customers.messages) as messages`;
  return harness.current.ctx.db.find({ text, values: [] });
}

describe('a limit over HTTP', () => {
  it('a call over the limit gets 429 with Retry-After in whole seconds, and creates nothing [A-LIMIT-001, A-LIMIT-004]', async () => {
    const allowed = [await from('203.0.113.1'), await from('203.0.113.1')];
    const before = await countRows();
    const refused = await from('203.0.113.1');
    expect([...allowed, refused].map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(refused.body).toEqual({ error: expect.any(String), code: 'rate_limited' });
    expect(refused.headers.get('retry-after')).toMatch(/^(5\d|60)$/);
    expect(await countRows()).toEqual(before);
  });

  it('every counted response has the remaining calls as structured fields, and names nothing else', async () => {
    const answers = [await from('203.0.113.9'), await from('203.0.113.9', {}), await from('203.0.113.9')];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 429]);
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"intakes";q=2;w=60');
    const left = answers.map(
      ({ headers }) => /^"intakes";r=(\d);t=(5\d|60)$/.exec(headers.get('ratelimit') ?? '')?.[1],
    );
    expect(left).toEqual(['1', '0', '0']);
    const refused = answers[2]?.headers;
    expect(refused?.get('ratelimit')).toBe(`"intakes";r=0;t=${refused?.get('retry-after')}`);
    expect([...(refused?.keys() ?? [])].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('a registration response has the remaining calls, and an uncounted response does not', async () => {
    const { headers } = await harness.current.call('POST', '/api/agent/v1/register', { body: {} });
    expect(headers.get('ratelimit')).toMatch(/^"register";r=4;t=\d+$/);
    for (const path of ['/api/agent/v1/agreement', '/', '/api/agent/v1/none'])
      expect((await harness.current.call('GET', path)).headers.get('ratelimit')).toBeNull();
  });

  it('refused calls are counted too', async () => {
    const statuses = [await from('203.0.113.2', {}), await from('203.0.113.2', {}), await from('203.0.113.2')];
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 429]);
  });

  it('an IPv6 network counts as one client, and each IPv4 address as its own', async () => {
    const network = [await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:0:ffff::3')];
    const neighbour = await from('2001:db8:0:1::1');
    const singles = await Promise.all(['203.0.113.3', '203.0.113.4', '203.0.113.5'].map((address) => from(address)));
    expect(network.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect([neighbour, ...singles].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it('trusts only the entry that our own proxy wrote', async () => {
    const forged = (claim: string) => from(`${claim}, 203.0.113.6`);
    const calls = [await forged('198.51.100.1'), await forged('198.51.100.2'), await forged('198.51.100.3')];
    expect(calls.map(({ status }) => status)).toEqual([201, 201, 429]);
  });
});
