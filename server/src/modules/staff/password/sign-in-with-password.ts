import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { Turn } from '#lib/concurrency/lanes';
import { addressNetwork } from '#lib/network/address';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { consumeCode, deviceTriesMax, passwordLanes, tryWindowS, verifyPassword } from '#platform/sign-in';
import { findDevice } from '../devices/store.ts';
import { passwordRefused, sessionRequired, signInCrowded, tooManyTries } from '../errors.ts';
import { staffMetrics } from '../metrics.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { freshS } from '../sessions/rules.ts';
import { startSession, type QueueDeviceMail, type StartedSession } from '../sessions/sessions.ts';
import { refreshSession } from '../sessions/store.ts';
import { deleteTries, findStaff, recordCodeTry, recordSignInTry, recordTry } from '../store.ts';
import { totpAad } from './rules.ts';
import { findPassword, passwordStore } from './store.ts';

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
  const matches = await verifyPassword(input.password, {
    stored: known?.password_hash ?? undefined,
    cost: ctx.config.passwordCost,
    turn,
  });
  if (!matches || known === undefined || known.disabled_at !== null) return refuse();
  const { id: staffId, password_hash: passwordHash } = known;
  const codes = await countCode(ctx, { staffId, deviceId });
  if (passwordHash === null || codes === undefined) return refuse();
  const session = await transact(ctx, async (tx) => {
    const of = { ownerId: staffId, passwordHash, code: input.code };
    if ((await consumeCode(tx, { store: passwordStore, totpAad }, of)) === undefined) return undefined;
    counted.takeBack(tx);
    deleteTries(tx.db, codes);
    return startSession(tx, { staffId, method: 'password', cookies, fresh: true }, queueMail);
  });
  return session === undefined ? refuse() : { kind: 'in', session };
}

type CodeTry = { readonly staffId: string; readonly deviceId: string | undefined };

/**
 * Undefined when there were too many codes. That is answered like any other failure, because it would reveal that the
 * password is right, and logged, because somebody else may know it.
 */
async function countCode(ctx: Ctx, { staffId, deviceId }: CodeTry): Promise<readonly Buffer[] | undefined> {
  const subject = await recordCodeTry(ctx, deviceId ?? staffId);
  if (subject !== undefined) return subject;
  ctx.metrics.of(staffMetrics).codesGuessed.inc();
  ctx.log.warn({ staff: staffId }, 'staff.codes-guessed');
  return undefined;
}

/** The password of whoever is signed in: for ten minutes this session is not asked for it again. */
export async function confirmPassword(ctx: Ctx, password: string): Promise<{ fresh_until: string }> {
  const { staffId, credentialId, scopes } = requireStaff(ctx.actor);
  if (scopes !== undefined || !credentialId.startsWith('ses_')) throw sessionRequired();
  const member = await findStaff(ctx.db, staffId);
  if (member === undefined) throw unauthorized();
  const lane = { lane: 'known', client: staffId, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn) => {
    // By member: whoever borrows a session has no more tries than its owner.
    const subject = ctx.vault.fingerprints(`tries/fresh/${staffId}`);
    const now = ctx.clock.now();
    const since = addSeconds(now, -tryWindowS);
    if (!(await recordTry(ctx.db, { subject, now, since, max: deviceTriesMax }))) throw tooManyTries();
    const known = await findPassword(ctx.db, member.email);
    const matches = await verifyPassword(password, {
      stored: known?.password_hash ?? undefined,
      cost: ctx.config.passwordCost,
      turn,
    });
    const entry = { operation: 'access.confirm-password', staffId, credentialId, subjectId: staffId };
    if (!matches || known?.id !== staffId) {
      await transact(ctx, (tx) => recordEntry(tx, { kind: 'refused', ...entry }));
      throw passwordRefused();
    }
    return transact(ctx, async (tx) => {
      const until = addSeconds(tx.clock.now(), freshS);
      // A change or a reset of the password ends the session.
      if ((await refreshSession(tx.db, credentialId, { staffId, until })) === undefined) throw unauthorized();
      deleteTries(tx.db, subject);
      await recordEntry(tx, { kind: 'action', ...entry });
      return { fresh_until: until.toISOString() };
    });
  });
}
