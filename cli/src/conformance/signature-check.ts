// Whether a request is signed by the profile gap-v2 for the address it was sent to.
import { createPublicKey, hash, verify } from 'node:crypto';
import type { Heard } from './types.ts';

const profile = /^svc=(\(("[^"]*"(?: "[^"]*")*)\);created=\d+;nonce="[^"]+";keyid="[^"]+";alg="([^"]+)";tag="gap-v2")$/;

export function isSignatureRight(heard: Heard, publicKey: string): boolean {
  const [, parameters, covered = '', alg] = profile.exec(heard.headers['signature-input'] ?? '') ?? [];
  const [, signature] = /^svc=:([A-Za-z0-9+/=]+):$/.exec(heard.headers['signature'] ?? '') ?? [];
  if (parameters === undefined || signature === undefined || !isDigestRight(heard)) return false;
  const names = covered.split(' ').map((name) => name.slice(1, -1));
  const expected = isChange(heard)
    ? ['@method', '@target-uri', 'content-digest', 'idempotency-key', 'x-svc-environment']
    : [
        '@method',
        '@target-uri',
        ...(heard.headers['idempotency-key'] === undefined ? [] : ['idempotency-key']),
        'x-svc-environment',
      ];
  if (names.join() !== expected.join()) return false;
  const lines = names.map((name) => `"${name}": ${valueOf(heard, name)}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  const key = { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' } as const;
  try {
    return verify(alg === 'ed25519' ? null : 'sha256', Buffer.from(base), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const isChange = ({ method }: Heard): boolean => method === 'POST' || method === 'PATCH';

function valueOf({ method, target, headers }: Heard, name: string): string {
  if (name === '@method') return method;
  if (name === '@target-uri') return `http://${headers['host'] ?? ''}${target}`;
  return headers[name] ?? '';
}

const isDigestRight = (heard: Heard): boolean =>
  !isChange(heard) || heard.headers['content-digest'] === `sha-256=:${hash('sha256', heard.body, 'base64')}:`;
