import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { setFeatureFlags } from '#testing/feature-flags';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenReferral, referralBody } from '#testing/referrals';

// If two refusals apply, a request gets the earlier one of T4; every pair of neighbors is tested here.

const harness = useHarness({ gapRequestsPerMin: 40 });
const gap = '/api/gap/v1';

type Told = { readonly status: number; readonly body?: { readonly code?: string } };
const codeOf = ({ status, body }: Told) => `${status} ${body?.code ?? ''}`.trim();

/** A request that declares a body and does not send it. */
async function announce(line: string, headers: readonly string[]): Promise<string> {
  const lines = [`${line} HTTP/1.1`, 'Host: internal', `X-Forwarded-For: ${freshClientAddress()}`, ...headers];
  const { answers } = await exchange(harness.current.baseUrl, request(lines), { answers: 1 });
  return codeOf(answers[0] ?? { status: 0 });
}

const tooLarge = 'Content-Length: 99999999';

async function suspend(institutionId: string): Promise<void> {
  const token = await givenStaffToken(harness.current);
  const body = { status: 'suspended' };
  await harness.current.call('PATCH', `/api/staff/v1/institutions/${institutionId}`, { token, body });
}

/** Runs with a feature closed and opens it again. */
async function closed<T>(feature: string, work: () => Promise<T>): Promise<T> {
  await setFeatureFlags(harness.current, { [feature]: false });
  try {
    return await work();
  } finally {
    await setFeatureFlags(harness.current, { [feature]: true });
  }
}

/** Uses up the institution's requests of a minute. */
async function exhaust(call: () => Promise<Answer>): Promise<void> {
  for (let sent = 0; sent < 41; sent += 1) if ((await call()).status === 429) return;
  throw new Error('the limit was not reached');
}

type Case = { readonly name: string; readonly expected: string; run(): Promise<string> };

const beforeTheBody: readonly Case[] = [
  {
    name: 'an unknown path before a body that is too large',
    expected: '404 not_found',
    run: () => announce(`POST ${gap}/nothing`, [tooLarge]),
  },
  {
    name: 'a wrong method before a body that is too large',
    expected: '405 method_not_allowed',
    run: () => announce(`PUT ${gap}/me`, [tooLarge]),
  },
  {
    name: 'a body that is too large before a missing credential',
    expected: '413 payload_too_large',
    run: () => announce(`POST ${gap}/referrals`, [tooLarge]),
  },
  {
    name: 'a body that is too large before a signature that breaks the profile',
    expected: '413 payload_too_large',
    run: () => announce(`POST ${gap}/referrals`, [tooLarge, 'Signature-Input: x']),
  },
  {
    name: 'a revoked key before a suspended institution',
    expected: '401 key_revoked',
    async run() {
      const token = await givenStaffToken(harness.current);
      const { key, keyId, institutionId } = await givenPartner(harness.current);
      await harness.current.call('POST', `/api/staff/v1/institutions/${institutionId}/keys/${keyId}/revoke`, { token });
      await suspend(institutionId);
      return codeOf(await harness.current.call('GET', `${gap}/me`, { token: key }));
    },
  },
];

const ofSigned: readonly Case[] = [
  {
    name: 'a broken digest before an unknown credential',
    expected: '401 signature_profile_invalid',
    async run() {
      const caller = await givenSignedCredential(harness.current, { pending: true });
      const spoil = <M>(message: M) => ({ ...message, body: Buffer.from('{"b":1}') });
      return codeOf(await caller.call('POST', `${gap}/referrals`, { body: {}, spoil, from: freshClientAddress() }));
    },
  },
  {
    name: 'a signature that does not hold before its time',
    expected: '401 signature_invalid',
    async run() {
      const caller = await givenSignedCredential(harness.current);
      return codeOf(
        await caller.call('GET', `${gap}/me`, { created: 1, keyid: 'crd_none', from: freshClientAddress() }),
      );
    },
  },
  {
    name: 'a stale signature before a used nonce',
    expected: '401 signature_stale',
    async run() {
      const caller = await givenSignedCredential(harness.current);
      await caller.call('GET', `${gap}/me`, { nonce: 'used' });
      return codeOf(await caller.call('GET', `${gap}/me`, { nonce: 'used', created: 1, from: freshClientAddress() }));
    },
  },
  {
    name: 'a used nonce before a suspended institution',
    expected: '401 nonce_replayed',
    async run() {
      const caller = await givenSignedCredential(harness.current);
      await caller.call('GET', `${gap}/me`, { nonce: 'used' });
      await suspend(caller.institutionId);
      return codeOf(await caller.call('GET', `${gap}/me`, { nonce: 'used', from: freshClientAddress() }));
    },
  },
  {
    name: 'a suspended institution before the wrong environment',
    expected: '403 institution_suspended',
    async run() {
      const caller = await givenSignedCredential(harness.current);
      await suspend(caller.institutionId);
      return codeOf(await caller.call('GET', `${gap}/me`, { environment: 'PRODUCTION' }));
    },
  },
  {
    name: 'the wrong environment before the rate limit',
    expected: '403 environment_mismatch',
    async run() {
      const caller = await givenSignedCredential(harness.current);
      await exhaust(() => caller.call('GET', `${gap}/me`));
      return codeOf(await caller.call('GET', `${gap}/me`, { environment: 'PRODUCTION' }));
    },
  },
];

const ofRules: readonly Case[] = [
  {
    name: 'the rate limit before a closed operation',
    expected: '429 rate_limited',
    async run() {
      const { key: token } = await givenPartner(harness.current);
      await exhaust(() => harness.current.call('GET', `${gap}/me`, { token }));
      return codeOf(await harness.current.call('POST', `${gap}/signature-check`, { token, body: {} }));
    },
  },
  {
    name: 'a closed operation before the mode',
    expected: '404 operation_not_open',
    async run() {
      const { key: token } = await givenPartner(harness.current, { livemode: true });
      return closed('referral_sandbox', async () =>
        codeOf(await harness.current.call('POST', `${gap}/referrals/x/simulate`, { token })),
      );
    },
  },
  {
    name: 'the mode before the role',
    expected: '403 test_mode_only',
    async run() {
      const { key: token } = await givenPartner(harness.current, { livemode: true, role: 'read_only' });
      return codeOf(await harness.current.call('POST', `${gap}/referrals/x/simulate`, { token }));
    },
  },
  {
    name: 'the role before the media type',
    expected: '403 forbidden',
    async run() {
      const { key: token } = await givenPartner(harness.current, { role: 'read_only' });
      const headers = { 'content-type': 'text/plain' };
      return codeOf(await harness.current.call('POST', `${gap}/referrals`, { token, headers, raw: 'x' }));
    },
  },
  {
    name: 'existence before the role when a credential is verified',
    expected: '404 not_found',
    async run() {
      const { key: token } = await givenPartner(harness.current, { role: 'read_only' });
      const { id } = await givenSignedCredential(harness.current);
      return codeOf(await harness.current.call('POST', `${gap}/credentials/${id}/verify`, { token, body: {} }));
    },
  },
];

const unknown = `${gap}/referrals/ref_0000000000000000`;

/** The response to a test key with full access. */
async function told(method: string, path: string, options: object): Promise<string> {
  const { key: token } = await givenPartner(harness.current);
  return codeOf(await harness.current.call(method, path, { token, ...options }));
}

const text = { headers: { 'content-type': 'text/plain' } };

const ofBodies: readonly Case[] = [
  {
    name: 'the media type before the JSON in the body',
    expected: '415 unsupported_media_type',
    run: () => told('POST', `${gap}/referrals`, { ...text, raw: '{' }),
  },
  {
    name: 'the media type before the existence of the id',
    expected: '415 unsupported_media_type',
    run: () => told('PATCH', unknown, { ...text, raw: '{}' }),
  },
  {
    name: 'what is no JSON before the existence of the id',
    expected: '400 malformed_body',
    run: () => told('PATCH', unknown, { raw: '[' }),
  },
  {
    name: 'the existence of the id before the body’s rules',
    expected: '404 not_found',
    run: () => told('PATCH', unknown, { body: { nonsense: true } }),
  },
  {
    name: 'the existence of the id before the query’s rules',
    expected: '404 not_found',
    run: () => told('GET', `${unknown}?nonsense=1`, {}),
  },
  {
    name: 'the existence of a record before the query’s rules',
    expected: '404 not_found',
    run: () => told('GET', `${unknown}/review-record?nonsense=1`, {}),
  },
  {
    name: 'the existence of the id before the form of the Idempotency-Key',
    expected: '404 not_found',
    run: () => told('PATCH', unknown, { body: { external_ref: 'x' }, headers: { 'idempotency-key': 'a b' } }),
  },
];

const ofKeys: readonly Case[] = [
  {
    name: 'the body’s rules before an Idempotency-Key that was used otherwise',
    expected: '400 validation_failed',
    async run() {
      const { key: token } = await givenPartner(harness.current);
      const headers = { 'idempotency-key': 'k' };
      await harness.current.call('POST', `${gap}/referrals`, { token, headers, body: referralBody() });
      return codeOf(await harness.current.call('POST', `${gap}/referrals`, { token, headers, body: {} }));
    },
  },
  {
    name: 'an Idempotency-Key that was used otherwise before what exists',
    expected: '409 idempotency_conflict',
    async run() {
      const { key: token } = await givenPartner(harness.current);
      const headers = { 'idempotency-key': 'k' };
      const body = referralBody();
      await harness.current.call('POST', `${gap}/referrals`, { token, headers, body });
      const other = { ...body, external_ref: 'again' };
      return codeOf(await harness.current.call('POST', `${gap}/referrals`, { token, headers, body: other }));
    },
  },
  {
    name: 'a kept answer before the state that it has led to',
    expected: '200',
    async run() {
      const { key: token } = await givenPartner(harness.current);
      const { id } = await givenReferral(harness.current, token);
      const cancel = { token, headers: { 'idempotency-key': 'k' }, body: { status: 'canceled' } };
      await harness.current.call('PATCH', `${gap}/referrals/${id}`, cancel);
      const unnamed = await harness.current.call('PATCH', `${gap}/referrals/${id}`, { ...cancel, headers: {} });
      expect(codeOf(unnamed)).toBe('409 invalid_state');
      return codeOf(await harness.current.call('PATCH', `${gap}/referrals/${id}`, cancel));
    },
  },
];

describe('if two refusals apply, a request gets', () => {
  it.each([...beforeTheBody, ...ofSigned, ...ofRules, ...ofBodies, ...ofKeys])('$name', async ({ run, expected }) => {
    expect(await run()).toBe(expected);
  });
});
