import { timingSafeEqual, type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { type Turn, createLanes } from '#lib/concurrency/lanes';
import { toPasswordMessage } from './code-rules.ts';
import { promisify } from 'node:util';
import { hashesAtOnce, signInLanes } from './try-rules.ts';

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

/** Where those of this process wait whose password is to be hashed: on known devices, or among strangers. */
export const passwordLanes = createLanes({ concurrency: hashesAtOnce, lanes: signInLanes });

/** Only in a turn of `passwordLanes`. */
const derivePasswordHash = promisify(argon2);

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
