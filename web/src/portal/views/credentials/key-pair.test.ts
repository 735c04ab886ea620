import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, webcrypto } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { hasPrivateKey, makeKeyPair } from './key-pair.ts';

afterEach(() => vi.restoreAllMocks());

const isPair = ({ publicKey, privateKey }: { publicKey: string; privateKey: string }): boolean => {
  const text = Buffer.from('synthetic');
  const key = createPrivateKey(privateKey);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return verify(digest, text, createPublicKey(publicKey), sign(digest, text, key));
};

it('makes an Ed25519 pair whose halves belong together, as PEM that other tools read', async () => {
  const pair = await makeKeyPair();
  expect([pair.algorithm, isPair(pair)]).toEqual(['Ed25519', true]);
  expect(pair.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]+-----END PUBLIC KEY-----\n$/);
  expect(pair.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
});

it('makes a P-256 pair in a browser without Ed25519', async () => {
  const { generateKey } = webcrypto.subtle;
  vi.spyOn(webcrypto.subtle, 'generateKey').mockImplementation((async (...given: Parameters<typeof generateKey>) => {
    if ((given[0] as { name: string }).name === 'Ed25519') throw new DOMException('no', 'NotSupportedError');
    return generateKey.apply(webcrypto.subtle, given);
  }) as typeof generateKey);
  const pair = await makeKeyPair();
  expect([pair.algorithm, isPair(pair)]).toEqual(['P-256', true]);
});

it('knows a private key before it is sent, whatever wrote it', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const forms = ['pkcs8', 'sec1'] as const;
  expect(forms.map((type) => hasPrivateKey(String(privateKey.export({ type, format: 'pem' }))))).toEqual([true, true]);
  expect(hasPrivateKey('-----BEGIN OPENSSH PRIVATE KEY-----')).toBe(true);
  expect(hasPrivateKey(String(publicKey.export({ type: 'spki', format: 'pem' })))).toBe(false);
});
