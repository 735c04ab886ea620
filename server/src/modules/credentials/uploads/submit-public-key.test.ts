import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenInstitution, givenKeyPair, givenSignedCredential, toPem } from '#testing/partners';
import { findSignedCredential, listCredentials, revokeCredential } from '../signatures/credentials.ts';
import { submitPublicKey } from './submit-public-key.ts';

const harness = useHarness();
const ed25519 = () => toPem(givenKeyPair('ed25519').publicKey);
const p256 = () => toPem(givenKeyPair('ecdsa-p256-sha256').publicKey);

describe('a pasted public key', () => {
  it.each([
    ['ed25519', ed25519],
    ['ecdsa-p256-sha256', p256],
  ] as const)('the format of %s is detected, with any surrounding whitespace', async (alg, pem) => {
    const { id: institutionId } = await givenInstitution(harness.current);
    const tenant = { institutionId, livemode: false };
    const text = `\r\n  ${pem().replaceAll('\n', '\r\n')}\r\n\n`;
    expect(await submitPublicKey(harness.current.ctx, tenant, { public_key: text })).toMatchObject({
      alg,
      status: 'pending',
      livemode: false,
      role: 'full',
    });
  });

  const pkcs8 = () => String(givenKeyPair('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const sec1 = () =>
    String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'sec1', format: 'pem' }));
  it.each<[string, () => string, RegExp]>([
    ['a private key', pkcs8, /^is a private key\. It has been sent to us .* not stored it/],
    ['a private key of the older form', sec1, /^is a private key/],
    ['both halves', () => ed25519() + pkcs8(), /^is a private key/],
    ['a certificate', () => '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', /^is a certificate/],
    ['a key of SSH', () => 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@host', /^is a key of SSH/],
    ['two keys', () => ed25519() + ed25519(), /^must have one key/],
    ['an RSA key', () => toPem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey), /^is not an Ed25519/],
    ['another curve', () => toPem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey), /^is not an Ed25519/],
    ['a JWK', () => '{"kty":"OKP"}', /^is JSON/],
    ['something else', () => 'hello', /^must be a public key/],
  ])('a pasted text that is %s is refused with an explanation, and stored nowhere', async (_what, text, words) => {
    const { ctx, logLines, owner } = harness.current;
    const { id: institutionId } = await givenInstitution(harness.current);
    const pasted = text();
    await expect(
      submitPublicKey(ctx, { institutionId, livemode: false }, { public_key: pasted }),
    ).rejects.toMatchObject({ details: { issues: [{ path: 'public_key', message: expect.stringMatching(words) }] } });
    expect(await listCredentials(ctx, { institutionId, livemode: 'both' })).toEqual([]);
    const middle = pasted.split('\n')[1] ?? pasted;
    expect(logLines.join('')).not.toContain(middle);
    const { rows } = await owner.pool.query('select c::text as row from credentials.signed_credentials c');
    expect(rows.map(({ row }) => row).join('')).not.toContain(middle);
  });

  it('a pasted key may replace another, which works until it is revoked', async () => {
    const { ctx } = harness.current;
    const old = await givenSignedCredential(harness.current);
    const tenant = { institutionId: old.institutionId, livemode: false };
    const next = await submitPublicKey(ctx, tenant, { public_key: ed25519(), replaces: old.id });
    expect(await findSignedCredential(ctx, tenant, old.id)).toMatchObject({ status: 'active', replaced_by: next.id });
    expect((await old.call('GET', '/api/gap/v1/me')).status).toBe(200);
    await revokeCredential(ctx, tenant, old.id);
    await expect(submitPublicKey(ctx, tenant, { public_key: ed25519(), replaces: old.id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('takes over from none of another institution or mode, and is not stored then', async () => {
    const { ctx } = harness.current;
    const old = await givenSignedCredential(harness.current);
    const stranger = await givenInstitution(harness.current);
    const notFound = { code: 'not_found', message: 'This institution has no credential with this id.' };
    for (const tenant of [
      { institutionId: old.institutionId, livemode: true },
      { institutionId: stranger.id, livemode: false },
    ]) {
      for (const replaces of [old.id, 'crd_none'])
        await expect(submitPublicKey(ctx, tenant, { public_key: ed25519(), replaces })).rejects.toMatchObject(notFound);
      await expect(revokeCredential(ctx, tenant, old.id)).rejects.toMatchObject(notFound);
      expect(await listCredentials(ctx, tenant)).toEqual([]);
      expect(await findSignedCredential(ctx, tenant, old.id)).toBeUndefined();
    }
    expect((await old.call('GET', '/api/gap/v1/me')).status).toBe(200);
  });

  it('a pasted key is refused when twenty are active or pending; one whose challenge has lapsed does not count', async () => {
    const { ctx, clock } = harness.current;
    const { id: institutionId } = await givenInstitution(harness.current);
    const tenant = { institutionId, livemode: false };
    const submit = () => submitPublicKey(ctx, tenant, { public_key: ed25519() });
    for (let turn = 0; turn < 20; turn += 1) await submit();
    await expect(submit()).rejects.toMatchObject({ code: 'credential_limit', status: 409 });
    clock.advance(86_400);
    expect((await submit()).status).toBe('pending');
  });
});
