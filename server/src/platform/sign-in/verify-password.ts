import { timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import type { Turn } from '#lib/concurrency/lanes';
import { derivePasswordHash } from './derive-password-hash.ts';
import { toPasswordMessage } from './code-rules.ts';

type Comparison = {
  /** Undefined for an account that does not exist or has no password. */
  readonly stored: string | undefined;
  readonly turn: Turn;
};

/** Costs the same whether the account exists or not. */
export async function verifyPassword(password: string, { stored, turn }: Comparison): Promise<boolean> {
  const known = readHash(stored ?? nobodysHash) ?? readHash(nobodysHash);
  if (known === undefined) return false;
  const { hash, ...settings } = known;
  const made = await turn(() => derivePasswordHash('argon2id', { ...settings, message: toPasswordMessage(password) }));
  return timingSafeEqual(made, hash) && stored !== undefined;
}

/** Compared for an unknown account; it is the hash of no password. */
const nobodysHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

type KnownHash = Omit<Argon2Parameters, 'message'> & { readonly hash: Buffer };

function readHash(text: string): KnownHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  if (match === null) return undefined;
  const [, memory, passes, parallelism, nonce = '', hash = ''] = match;
  const bytes = Buffer.from(hash, 'base64');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: bytes.length,
    hash: bytes,
  };
}
