import { randomBytes } from 'node:crypto';
import type { Turn } from '#lib/concurrency/lanes';
import { derivePasswordHash } from './derive-password-hash.ts';
import { toPasswordMessage } from './code-rules.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const toText = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** In the standard encoded form with its parameters, so that they can be raised later. */
export async function hashPassword(password: string, turn: Turn): Promise<string> {
  const nonce = randomBytes(16);
  const message = toPasswordMessage(password);
  const hash = await turn(() => derivePasswordHash('argon2id', { ...parameters, nonce, message }));
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(nonce)}$${toText(hash)}`;
}
