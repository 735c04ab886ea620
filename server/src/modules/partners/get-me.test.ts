import { expect, it } from 'vitest';
import { recordTransactions } from '#test/database/record-transactions';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';

const harness = useHarness();

it('P-ME-001 P-AUTH-001 GET /me returns the calling bearer key, its institution and the open features', async () => {
  const { institutionId, keyId, key } = await givenPartner(harness.current, { label: 'core banking' });
  const { status, body } = await harness.current.call('GET', '/api/gap/v1/me', { token: key });
  const now = harness.current.clock.now().toISOString();
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'gap.credential',
    id: keyId,
    type: 'bearer',
    label: 'core banking',
    key_prefix: key.slice(0, 15),
    alg: null,
    livemode: false,
    role: 'full',
    status: 'active',
    created_at: now,
    activated_at: now,
    expires_at: null,
    last_used_at: now,
    institution: { id: institutionId, name: 'Synthetic Credit Union' },
    features: {
      referral_sandbox: true,
      partner_security_platform: true,
      signed_credentials: true,
      review_records: true,
    },
    limits: { requests_per_minute: 600, bulk_max_rows: 500, roster_max_rows: 1_000_000 },
  });
});

it('GET /me takes two transactions: one to authenticate, one to read', async () => {
  const { key: token } = await givenPartner(harness.current);
  const call = () => harness.current.call('GET', '/api/gap/v1/me', { token });
  // The first call of a minute also writes when the key was last used.
  expect((await call()).status).toBe(200);
  const { transactions, stop } = recordTransactions();
  expect((await call()).status).toBe(200);
  stop();
  // Calls are logged and counted in batches, for all requests of a process together.
  const isBatch = (statement: string) => /request_log|limits\.add-calls/.test(statement);
  const own = transactions.filter((statements) => !statements.some(isBatch));
  expect(own.map(([first]) => first)).toEqual([
    'partner-credentials.find-partner-key',
    expect.stringContaining('from "credentials"."partner_keys"'),
  ]);
});
