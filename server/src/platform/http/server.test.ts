import { describe, expect, it } from 'vitest';
import { minimalIntake, submit } from '#testing/intakes';
import { cloneDatabase } from '#test/database/databases';
import { startHarness, useHarness, type Harness } from '#test/harness';

/** Statuses of submissions that differ only in these headers. */
async function statuses(harness: Harness, headers: readonly Record<string, string>[]): Promise<number[]> {
  const found: number[] = [];
  for (const header of headers) found.push((await submit(harness, minimalIntake(), { headers: header })).status);
  return found;
}

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the client address (D-006)', () => {
  const behindNobody = useHarness({ TRUSTED_PROXY_CIDRS: '', intakeAnonPerMin: 2 });
  const behindProxy = useHarness({ TRUSTED_PROXY_CIDRS: '127.0.0.0/8,10.0.0.0/8', intakeAnonPerMin: 2 });

  it('is not what X-Forwarded-For says when the peer is no proxy of ours', async () => {
    const spoofed = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '::1'].map(from);
    expect(await statuses(behindNobody.current, spoofed)).toEqual([201, 201, 429, 429]);
  });

  it('the client address is the rightmost address that is not ours when the peer is our proxy', async () => {
    const lefts = ['198.51.100.1, 203.0.113.9', '198.51.100.2,203.0.113.9', '203.0.113.9, 10.1.2.3'].map(from);
    expect(await statuses(behindProxy.current, lefts)).toEqual([201, 201, 429]);
    expect(await statuses(behindProxy.current, [from('203.0.113.10')])).toEqual([201]);
  });

  it('the client address is the hop before an entry that is not an address', async () => {
    const garbage = ['<script>, 203.0.113.20', 'nonsense, 203.0.113.20', '203.0.113.20'].map(from);
    expect(await statuses(behindProxy.current, garbage)).toEqual([201, 201, 429]);
  });

  it('clients are counted per IPv6 /64, and per IPv4 address however it is written', async () => {
    const oneNetwork = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:DB8:1:2::3'].map(from);
    expect(await statuses(behindProxy.current, oneNetwork)).toEqual([201, 201, 429]);
    const mapped = ['::ffff:203.0.113.30', '203.0.113.30', '::FFFF:203.0.113.30'].map(from);
    expect(await statuses(behindProxy.current, mapped)).toEqual([201, 201, 429]);
  });
});

describe('an unexpected failure', () => {
  it('answers 500 with code internal and without internals [A-ERR-007]', async () => {
    const harness = await startHarness();
    try {
      await harness.owner.pool.query('drop table intakes.intakes cascade');
      const answer = await submit(harness);
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({ error: 'Something went wrong on our side.', code: 'internal' });
      expect(answer.text).not.toMatch(/intakes\.intakes|relation|\bat \w+ \(|node_modules|42P01/);
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      const line = harness.logLines.find((entry) => entry.includes('http.failed')) ?? '{}';
      expect(JSON.parse(line)).toMatchObject({
        reqId: answer.headers.get('x-request-id'),
        err: { cause: { code: '42P01' } },
      });
    } finally {
      await harness.close();
    }
  });

  it('a failure of the whole database returns 500 too, and /readyz fails while /livez does not', async () => {
    const database = await cloneDatabase();
    const harness = await startHarness({ DATABASE_URL: database.url.reveal() });
    try {
      expect((await harness.call('GET', '/readyz')).status).toBe(200);
      await database.drop();
      const answer = await submit(harness);
      expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
      const ready = await harness.call('GET', '/readyz');
      expect([ready.status, ready.body]).toEqual([503, { ok: false, missing: ['database'] }]);
      const live = await harness.call('GET', '/livez');
      expect([live.status, live.body]).toEqual([200, { ok: true }]);
    } finally {
      await harness.close();
    }
  });
});
