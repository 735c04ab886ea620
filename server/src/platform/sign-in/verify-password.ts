import { timingSafeEqual, type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { type Turn, createLanes } from '#lib/concurrency/lanes';
import type { Config, PasswordCost } from '#platform/config';
import { promisify } from 'node:util';
import { signInCrowded } from './errors.ts';
import { hashesAtOnce, signInLanes, toPasswordMessage } from './rules.ts';

const toText = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

type Hashing = { readonly cost: PasswordCost; readonly turn: Turn };

/** In the standard encoding with its parameters, so that they can be raised later. */
export async function hashPassword(password: string, { cost, turn }: Hashing): Promise<string> {
  const nonce = randomBytes(16);
  const message = toPasswordMessage(password);
  const hash = await turn(() =>
    derivePasswordHash('argon2id', { ...cost, parallelism: 1, tagLength: 32, nonce, message }),
  );
  return toEncodedHash(cost, toText(nonce), toText(hash));
}

const toEncodedHash = ({ memory, passes }: PasswordCost, nonce: string, hash: string): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce}$${hash}`;

/** The queue for all password hashes of this process, for known and unknown devices. */
export const passwordLanes = createLanes({ concurrency: hashesAtOnce, lanes: signInLanes });

/** The hash of a new password, after its owner was verified; `client` is the account. */
export const hashChosenPassword = (
  { config }: { readonly config: Pick<Config, 'passwordCost'> },
  client: string,
  password: string,
): Promise<string> =>
  passwordLanes.enter({ lane: 'known', client, refuse: signInCrowded }, (turn) =>
    hashPassword(password, { cost: config.passwordCost, turn }),
  );

/** Only in a slot of `passwordLanes`. */
const derivePasswordHash = promisify(argon2);

type Comparison = Hashing & {
  /** Undefined for an account that does not exist or has no password. */
  readonly stored: string | undefined;
};

/** Costs the same whether the account exists or not. */
export async function verifyPassword(password: string, { stored, cost, turn }: Comparison): Promise<boolean> {
  // Compared if the account is unknown; no password has this hash.
  const unmatched = toEncodedHash(cost, 'A'.repeat(22), 'A'.repeat(43));
  const known = readHash(stored ?? unmatched) ?? readHash(unmatched);
  if (known === undefined) return false;
  const { hash, ...settings } = known;
  const made = await turn(() => derivePasswordHash('argon2id', { ...settings, message: toPasswordMessage(password) }));
  return timingSafeEqual(made, hash) && stored !== undefined;
}

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
