import type { Ctx } from '#context';
import type { Turn } from '#lib/concurrency/lanes';
import { addressNetwork } from '#lib/network/address';
import { normalizeEmail } from '#lib/text/email';
import { transact } from '#platform/db';
import { consumeCode, passwordLanes, verifyPassword } from '#platform/sign-in';
import { findDevice } from '../devices/store.ts';
import { signInCrowded } from '../errors.ts';
import { staffMetrics } from '../metrics.ts';
import { startSession, type StartedSession, type QueueDeviceMail } from '../sessions/start-session.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { deleteTries, recordCodeTry, recordSignInTry } from '../try-store.ts';
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
  const matches = await verifyPassword(input.password, { stored: known?.password_hash ?? undefined, turn });
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
