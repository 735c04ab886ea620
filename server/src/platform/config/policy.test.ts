import { describe, expect, it } from 'vitest';
import { policy, readConfig } from './index.ts';

const required = {
  DATABASE_URL: 'postgres://127.0.0.1/makewhole',
  DATA_KEY: 'a key that is long enough for all tests',
};

describe('the policy', () => {
  it('the policy does not depend on the environment, and a test can pass other values', () => {
    const names = ['GAP_REQUESTS_PER_MIN', 'gapRequestsPerMin', 'ALLOW_TEST_CLOCK', 'allowTestClock'];
    const set = Object.fromEntries(names.map((name) => [name, '1']));
    expect(readConfig({ ...required, ...set }, 'api')).toMatchObject(policy);
    expect(policy).toMatchObject({ gapRequestsPerMin: 600, allowTestClock: false, webhookCaFile: undefined });
    expect(readConfig(required, 'api', { policy: { gapRequestsPerMin: 7 } }).gapRequestsPerMin).toBe(7);
  });

  it('a nonce is remembered for as long as its signature is valid, on both sides of now', () => {
    expect(policy.nonceTtlS).toBeGreaterThanOrEqual(2 * policy.signatureWindowS);
  });
});
