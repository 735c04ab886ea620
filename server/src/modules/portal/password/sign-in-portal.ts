import type { Ctx, Tx } from '#context';
import { recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import {
  deviceFailuresMax,
  signInWithPassword,
  tooManyTries,
  type PasswordSignIn,
  type RefusedTry,
} from '#platform/sign-in';
import { signInRefused } from '../errors.ts';
import { portalUsersMetrics } from '../metrics.ts';
import { stopResetAtSignIn } from '../portal-users.ts';
import { realm } from '../realm.ts';
import { createPortalSession } from '../sessions/sessions.ts';
import { findUser } from '../store.ts';

/** Signs a user in with password and code. */
export async function signInPortal(ctx: Ctx, input: PasswordSignIn): Promise<StartedPortalSession> {
  const outcome = await signInWithPassword(
    ctx,
    {
      realm,
      count: (outcome, device) => ctx.metrics.of(portalUsersMetrics).signIns.inc({ outcome, device }),
      reportGuessedCodes: (user) => ctx.log.warn({ user }, 'portal.codes-guessed'),
      recordRefusal: (refused) => recordRefusal(ctx, refused),
      async accept(tx, userId, used) {
        if (used === 'authenticator') await stopResetAtSignIn(tx, userId);
      },
      start: (tx, userId) =>
        startPortalSession(tx, { userId, method: 'password', fresh: true, cookies: input.cookies }),
    },
    input,
  );
  if (outcome.kind === 'wait') throw tooManyTries();
  if (outcome.kind === 'refused') throw signInRefused();
  return outcome.session;
}

async function recordRefusal(ctx: Ctx, { ownerId: userId, deviceId }: RefusedTry): Promise<void> {
  await transact(ctx, async (tx) => {
    if (deviceId !== undefined) realm.countDeviceFailure(tx.db, deviceId, deviceFailuresMax);
    const isFirst = await realm.isFirstRefusal(tx, userId ?? '');
    const operation = 'portal.sign-in';
    if (isFirst) await recordEntry(tx, { kind: 'refused', operation, userId, subjectId: userId, reason: 'password' });
  });
}

/** What the browser gets: the session, and a device that is known from now on. */
export type StartedPortalSession = {
  readonly id: string;
  readonly deviceId: string;
  readonly cookies: readonly string[];
};

type SignIn = Parameters<typeof createPortalSession>[1] & {
  /** The cookies that the browser sent. */
  readonly cookies: string | undefined;
  /** The account is new, so its first device needs no notice. */
  readonly isFirst?: boolean;
};

/** Starts a session for a user whose row the caller has locked, and emails them if the device is new. Call it last. */
export async function startPortalSession(
  tx: Tx,
  { cookies, isFirst = false, ...signIn }: SignIn,
): Promise<StartedPortalSession> {
  const { userId } = signIn;
  const [user, device] = await Promise.all([
    findUser(tx.db, userId),
    realm.rememberDevice(tx, { ownerId: userId, cookies }),
  ]);
  if (user === undefined) throw new Error('the caller has locked the user');
  if (device.isNew && !isFirst && tx.config.mailReadable)
    queueMessage(tx, {
      purpose: messagePurposes.portalDevice,
      subjectId: userId,
      subjectVersion: device.id,
      content: { channel: 'email', to: user.email, mail: deviceMail },
    });
  const { id, cookie } = await createPortalSession(tx, signIn);
  return { id, deviceId: device.id, cookies: [cookie, device.cookie] };
}

/** The email does not describe the device: an attacker controls what a browser reports about itself. */
const deviceMail = {
  language: 'en',
  subject: 'You signed in to the Makewhole portal on a new device',
  paragraphs: [
    'Somebody signed in to the Makewhole partner portal with your account, on a device or browser on which you had not signed in before.',
    'If it was you, there is nothing to do. If it was not, reset your password at once: that ends all sessions.',
  ],
  why: 'You get this because it is your account. It is sent once for each new device.',
} as const;
