import type { Ctx, Tx } from '#context';
import { addressBucket } from '#lib/address';
import { addSeconds } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { findStep } from '#lib/totp';
import { recordEntry, type NewEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { openSession, type OpenedSession } from './open-session.ts';
import { accountTriesMax, addressTriesMax, codeTriesMax, codeWindowS, tryWindowS } from './rules.ts';
import { findPassword, forgetTries, lockPassword, takeRecoveryCode, takeStep, takeTry } from './sign-in-store.ts';
import { passwordFits } from './staff-password.ts';

export type PasswordSignIn = {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator, or one of the recovery codes. */
  readonly code: string;
  readonly address: string;
};

export type SignInOutcome =
  | { readonly kind: 'in'; readonly session: OpenedSession }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait' };

/** Password and code together, or nothing; what was wrong is not told, and costs the same time. */
export async function signInWithPassword(ctx: Ctx, input: PasswordSignIn): Promise<SignInOutcome> {
  const email = normalizeEmail(input.email);
  const tries = trySubjects(ctx, { email, address: input.address });
  if (!(await mayTry(ctx, tries))) return { kind: 'wait' };
  const known = await findPassword(ctx.db, email);
  const fits = await passwordFits(input.password, known?.password_hash ?? undefined);
  if (!fits || known === undefined || known.disabled_at !== null) return refuse(ctx, known?.id);
  const { id: staffId, password_hash: passwordHash } = known;
  const codes = await takeCodeTry(ctx, staffId);
  if (passwordHash === null || codes === undefined) return refuse(ctx, staffId);
  const session = await transact(ctx, async (tx) => {
    if (!(await takeCode(tx, { staffId, passwordHash, code: input.code.replace(/[\s-]/g, '') }))) return undefined;
    forgetTries(tx.db, [...tries.account, ...codes]);
    return openSession(tx, staffId, 'password');
  });
  return session === undefined ? refuse(ctx, staffId) : { kind: 'in', session };
}

type Code = { readonly staffId: string; readonly passwordHash: string; readonly code: string };

/** Uses a code up, of the authenticator or a recovery code, if it is one and the password is still the same. */
async function takeCode(tx: Tx, { staffId, passwordHash, code }: Code): Promise<boolean> {
  const held = await lockPassword(tx.db, staffId, passwordHash);
  if (held === undefined) return false;
  const now = tx.clock.now();
  const secret = tx.vault.open(held.sealed_totp, totpRow(staffId));
  const step = findStep(secret, code, { now, lastStep: Number(held.last_step) });
  if (step !== undefined) return takeStep(tx.db, staffId, step);
  return takeRecoveryCode(tx.db, staffId, { hashes: tx.vault.fingerprints(recoveryText(staffId, code)), now });
}

/**
 * Counts one more code behind the right password; undefined when there were too many. That is answered like any other
 * failure, since it would tell that the password is right, and logged, since somebody else knows it.
 */
async function takeCodeTry(ctx: Ctx, staffId: string): Promise<readonly Buffer[] | undefined> {
  const now = ctx.clock.now();
  const subject = ctx.vault.fingerprints(`tries/code/${staffId}`);
  if (await takeTry(ctx.db, { subject, now, since: addSeconds(now, -codeWindowS), max: codeTriesMax })) return subject;
  ctx.log.warn({ staff: staffId }, 'access.codes-guessed');
  return undefined;
}

/** What a sealed secret is bound to. */
export const totpRow = (staffId: string): string => `access.staff_passwords/${staffId}`;

/** Bound to the person, so that a code copied to somebody else's row opens nothing. */
export const recoveryText = (staffId: string, code: string): string => `recovery/${staffId}/${code.toUpperCase()}`;

type Tries = { readonly account: readonly Buffer[]; readonly address: readonly Buffer[] };

const trySubjects = ({ vault }: Ctx, { email, address }: { email: string; address: string }): Tries => ({
  account: vault.fingerprints(`tries/account/${email}`),
  address: vault.fingerprints(`tries/address/${addressBucket(address)}`),
});

async function mayTry(ctx: Ctx, { account, address }: Tries): Promise<boolean> {
  const now = ctx.clock.now();
  const window = { now, since: addSeconds(now, -tryWindowS) };
  return (
    (await takeTry(ctx.db, { subject: address, ...window, max: addressTriesMax })) &&
    (await takeTry(ctx.db, { subject: account, ...window, max: accountTriesMax }))
  );
}

/** Somebody was not let in; whose account it was is noted, what they typed is not. */
export async function recordRefusal(ctx: Ctx, entry: Omit<NewEntry, 'kind'>): Promise<void> {
  await transact(ctx, (tx) => recordEntry(tx, { kind: 'refused', ...entry }));
}

async function refuse(ctx: Ctx, subjectId: string | undefined): Promise<SignInOutcome> {
  await recordRefusal(ctx, { operation: 'access.sign-in', subjectId, reason: 'password' });
  return { kind: 'refused' };
}
