import type { Ctx } from '#context';
import { addressBucket } from '#lib/address';
import { addSeconds } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { findStep } from '#lib/totp';
import { recordEntry, type NewEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { openSession, type OpenedSession } from './open-session.ts';
import { accountTriesMax, addressTriesMax, tryWindowS } from './rules.ts';
import { findPassword, forgetTries, takeRecoveryCode, takeStep, takeTry } from './sign-in-store.ts';
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
  const staffId = known?.id;
  if (!fits || known === undefined || known.disabled_at !== null) return refuse(ctx, staffId);
  const session = await transact(ctx, async (tx) => {
    const { sealed_totp: sealed, last_step: lastStep } = known;
    if (sealed === null || lastStep === null) return undefined;
    const code = input.code.replace(/[\s-]/g, '');
    const secret = tx.vault.open(sealed, totpRow(known.id));
    const now = tx.clock.now();
    const step = findStep(secret, code, { now, lastStep: Number(lastStep) });
    const hashes = tx.vault.fingerprints(recoveryText(known.id, code));
    const taken =
      step === undefined
        ? await takeRecoveryCode(tx.db, known.id, { hashes, now })
        : await takeStep(tx.db, known.id, step);
    if (!taken) return undefined;
    forgetTries(tx.db, [tries.account]);
    return openSession(tx, known.id, 'password');
  });
  return session === undefined ? refuse(ctx, staffId) : { kind: 'in', session };
}

/** What a sealed secret is bound to. */
export const totpRow = (staffId: string): string => `access.staff_passwords/${staffId}`;

/** Bound to the person, so that a code copied to somebody else's row opens nothing. */
export const recoveryText = (staffId: string, code: string): string => `recovery/${staffId}/${code.toUpperCase()}`;

type Tries = { readonly account: Buffer; readonly address: Buffer };

const trySubjects = ({ vault }: Ctx, { email, address }: { email: string; address: string }): Tries => ({
  account: vault.fingerprint(`tries/account/${email}`),
  address: vault.fingerprint(`tries/address/${addressBucket(address)}`),
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
