import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns } from '#lib/turns';
import { signInCrowded } from './errors.ts';

const deriveAtOnce = promisify(argon2);

/**
 * Hashes made at the same time. Each takes one of the four threads on which the process also reads files, looks up names
 * and checks signatures; anybody may send a hundred passwords at once, and the rest must not wait behind them.
 */
export const hashesAtOnce = 2;
/** Some seconds of waiting. A team never signs in at once in such numbers. */
export const hashesWaitingMax = 50;
const inTurn = createTurns({ atOnce: hashesAtOnce, waitingMax: hashesWaitingMax, refuse: signInCrowded });

const derive = (...args: Parameters<typeof deriveAtOnce>): Promise<Buffer> => inTurn({}, () => deriveAtOnce(...args));

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** In the form that other libraries write too, with its parameters, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...parameters, nonce, message: toMessage(password) });
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(nonce)}$${toText(hash)}`;
}

/** Costs the same whether the person exists or not. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const known = readHash(stored ?? nobodysHash) ?? readHash(nobodysHash);
  if (known === undefined) return false;
  const { hash, ...settings } = known;
  const made = await derive('argon2id', { ...settings, message: toMessage(password) });
  return timingSafeEqual(made, hash) && stored !== undefined;
}

/** What is compared for somebody who does not exist; the hash is of nothing. */
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

/** One spelling for what keyboards write differently. */
const toMessage = (password: string): string => password.normalize('NFKC');

const toText = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
