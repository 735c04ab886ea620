import type { Ctx, Tx } from '#context';
import { addressBucket } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { normalizeEmail } from '#lib/text/email';
import { findStep } from '#lib/tokens/totp';
import { transact } from '#platform/db';
import { staffMetrics } from '../metrics.ts';
import { addressTriesMax, tryWindowS } from '../rules.ts';
import { createSession, type NewSession } from '../sessions/create-session.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { deleteTries, recordTry } from '../try-store.ts';
import { accountTriesMax, codeTriesMax, codeWindowS, recoveryText, totpAad } from './rules.ts';
import { consumeRecoveryCode, consumeStep, findPassword, lockPassword } from './store.ts';
import { verifyPassword } from './verify-password.ts';

type PasswordSignIn = {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator, or one of the recovery codes. */
  readonly code: string;
  readonly address: string;
};

type SignInOutcome =
  | { readonly kind: 'in'; readonly session: NewSession }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait' };

/** Password and code together, or nothing; a failure takes the same time and does not say which was wrong. */
export async function signInWithPassword(ctx: Ctx, input: PasswordSignIn): Promise<SignInOutcome> {
  const email = normalizeEmail(input.email);
  const tries = trySubjects(ctx, { email, address: input.address });
  if (!(await recordSignInTry(ctx, tries))) return { kind: 'wait' };
  const known = await findPassword(ctx.db, email);
  const matches = await verifyPassword(input.password, known?.password_hash ?? undefined);
  if (!matches || known === undefined || known.disabled_at !== null) return refuse(ctx, known?.id);
  const { id: staffId, password_hash: passwordHash } = known;
  const codes = await recordCodeTry(ctx, staffId);
  if (passwordHash === null || codes === undefined) return refuse(ctx, staffId);
  const session = await transact(ctx, async (tx) => {
    if (!(await consumeCode(tx, { staffId, passwordHash, code: input.code.replace(/[\s-]/g, '') }))) return undefined;
    deleteTries(tx.db, [...tries.account, ...codes]);
    return createSession(tx, staffId, 'password');
  });
  return session === undefined ? refuse(ctx, staffId) : { kind: 'in', session };
}

type Code = { readonly staffId: string; readonly passwordHash: string; readonly code: string };

/** Consumes a code of the authenticator or a recovery code, if it is valid and the password is still the same. */
async function consumeCode(tx: Tx, { staffId, passwordHash, code }: Code): Promise<boolean> {
  const locked = await lockPassword(tx.db, staffId, passwordHash);
  if (locked === undefined) return false;
  const now = tx.clock.now();
  const secret = tx.vault.decrypt(locked.sealed_totp, totpAad(staffId));
  const step = findStep(secret, code, { now, lastStep: Number(locked.last_step) });
  if (step !== undefined) return consumeStep(tx.db, staffId, step);
  return consumeRecoveryCode(tx.db, staffId, {
    hashes: tx.vault.fingerprints(recoveryText(staffId, code), 'token'),
    now,
  });
}

/**
 * Counts a code try after a correct password; undefined when there were too many. That is answered like any other
 * failure, because it would reveal that the password is right, and logged, because somebody else may know it.
 */
async function recordCodeTry(ctx: Ctx, staffId: string): Promise<readonly Buffer[] | undefined> {
  const now = ctx.clock.now();
  const subject = ctx.vault.fingerprints(`tries/code/${staffId}`);
  if (await recordTry(ctx.db, { subject, now, since: addSeconds(now, -codeWindowS), max: codeTriesMax }))
    return subject;
  ctx.metrics.of(staffMetrics).codesGuessed.inc();
  ctx.log.warn({ staff: staffId }, 'staff.codes-guessed');
  return undefined;
}

type Tries = { readonly account: readonly Buffer[]; readonly address: readonly Buffer[] };

const trySubjects = ({ vault }: Ctx, { email, address }: { email: string; address: string }): Tries => ({
  account: vault.fingerprints(`tries/account/${email}`),
  address: vault.fingerprints(`tries/address/${addressBucket(address)}`),
});

async function recordSignInTry(ctx: Ctx, { account, address }: Tries): Promise<boolean> {
  const now = ctx.clock.now();
  const window = { now, since: addSeconds(now, -tryWindowS) };
  return (
    (await recordTry(ctx.db, { subject: address, ...window, max: addressTriesMax })) &&
    (await recordTry(ctx.db, { subject: account, ...window, max: accountTriesMax }))
  );
}

async function refuse(ctx: Ctx, subjectId: string | undefined): Promise<SignInOutcome> {
  await recordRefusedSignIn(ctx, { operation: 'access.sign-in', subjectId, reason: 'password' });
  return { kind: 'refused' };
}
