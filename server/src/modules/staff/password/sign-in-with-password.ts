import type { Ctx, Tx } from '#context';
import type { Turn } from '#lib/concurrency/lanes';
import { addressNetwork } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { normalizeEmail } from '#lib/text/email';
import { findStep } from '#lib/tokens/totp';
import { transact } from '#platform/db';
import { findDevice } from '../devices/find-device.ts';
import { signInCrowded } from '../errors.ts';
import { staffMetrics } from '../metrics.ts';
import { startSession, type StartedSession, type QueueDeviceMail } from '../sessions/start-session.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { deleteTries, recordTry } from '../try-store.ts';
import { passwordLanes } from '../tries/lane-data.ts';
import { recordSignInTry } from '../tries/record-sign-in-try.ts';
import { codeTriesMax, codeWindowS, recoveryText, totpAad } from './rules.ts';
import { consumeRecoveryCode, consumeStep, findPassword, lockPassword } from './store.ts';
import { verifyPassword } from './verify-password.ts';

type PasswordSignIn = {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator, or one of the recovery codes. */
  readonly code: string;
  readonly address: string;
  readonly cookies: string | undefined;
};

type SignInOutcome =
  | { readonly kind: 'in'; readonly session: StartedSession }
  | { readonly kind: 'refused' }
  /** Too many tries: of this device, or of strangers. */
  | { readonly kind: 'wait'; readonly device: 'known' | 'unknown' };

/** Password and code together, or nothing; a failure takes the same time and does not say which was wrong. */
export async function signInWithPassword(
  ctx: Ctx,
  input: PasswordSignIn,
  queueMail: QueueDeviceMail,
): Promise<SignInOutcome> {
  const email = normalizeEmail(input.email);
  const deviceId = await findDevice(ctx, { email, cookies: input.cookies });
  const device = deviceId === undefined ? 'unknown' : 'known';
  const count = (outcome: string) => ctx.metrics.of(staffMetrics).signIns.inc({ outcome, device });
  const lane = {
    lane: device,
    client: deviceId ?? addressNetwork(input.address),
    // Refused before anything is counted or written, so that a crowd costs nothing.
    refuse() {
      count('crowded');
      return signInCrowded();
    },
  } as const;
  const outcome = await passwordLanes.enter(lane, (turn) => check(ctx, { ...input, email, deviceId, turn, queueMail }));
  count(outcome.kind);
  return outcome;
}

type Check = PasswordSignIn & {
  readonly deviceId: string | undefined;
  readonly turn: Turn;
  readonly queueMail: QueueDeviceMail;
};

async function check(ctx: Ctx, { deviceId, turn, queueMail, ...input }: Check): Promise<SignInOutcome> {
  const { email, address, cookies } = input;
  const counted = await recordSignInTry(ctx, { email, address, deviceId });
  if (counted === undefined) return { kind: 'wait', device: deviceId === undefined ? 'unknown' : 'known' };
  const known = await findPassword(ctx.db, email);
  const refuse = async (): Promise<SignInOutcome> => {
    await recordRefusedSignIn(ctx, { staffId: known?.id, deviceId, address, reason: 'password' });
    return { kind: 'refused' };
  };
  const matches = await verifyPassword(input.password, { stored: known?.password_hash ?? undefined, turn });
  if (!matches || known === undefined || known.disabled_at !== null) return refuse();
  const { id: staffId, password_hash: passwordHash } = known;
  const codes = await recordCodeTry(ctx, { staffId, deviceId });
  if (passwordHash === null || codes === undefined) return refuse();
  const session = await transact(ctx, async (tx) => {
    if (!(await consumeCode(tx, { staffId, passwordHash, code: input.code.replace(/[\s-]/g, '') }))) return undefined;
    counted.takeBack(tx);
    deleteTries(tx.db, codes);
    return startSession(tx, { staffId, method: 'password', cookies }, queueMail);
  });
  return session === undefined ? refuse() : { kind: 'in', session };
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

type CodeTry = { readonly staffId: string; readonly deviceId: string | undefined };

/**
 * Counts a code try after a correct password, of each known device and of all strangers together; undefined when there
 * were too many. That is answered like any other failure, because it would reveal that the password is right, and
 * logged, because somebody else may know it.
 */
async function recordCodeTry(ctx: Ctx, { staffId, deviceId }: CodeTry): Promise<readonly Buffer[] | undefined> {
  const now = ctx.clock.now();
  const subject = ctx.vault.fingerprints(`tries/code/${deviceId ?? staffId}`);
  if (await recordTry(ctx.db, { subject, now, since: addSeconds(now, -codeWindowS), max: codeTriesMax }))
    return subject;
  ctx.metrics.of(staffMetrics).codesGuessed.inc();
  ctx.log.warn({ staff: staffId }, 'staff.codes-guessed');
  return undefined;
}
