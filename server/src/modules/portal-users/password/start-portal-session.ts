import type { Tx } from '#context';
import { messagePurposes, queueMessage } from '#modules/customers';
import { rememberDevice } from '../device-store.ts';
import { createPortalSession } from '../sessions/create-portal-session.ts';
import { findUser } from '../store.ts';

/** What the browser gets: the session, and the device that is known from now on. */
export type StartedPortalSession = {
  readonly id: string;
  readonly deviceId: string;
  readonly cookies: readonly string[];
};

type SignIn = Parameters<typeof createPortalSession>[1] & {
  /** What the browser sent. */
  readonly cookies: string | undefined;
  /** The account is new, so its first device is no news. */
  readonly isFirst?: boolean;
};

/** Lets a user in whose row the caller has locked; they get a mail when the device is new. Call it last. */
export async function startPortalSession(
  tx: Tx,
  { cookies, isFirst = false, ...signIn }: SignIn,
): Promise<StartedPortalSession> {
  const { userId } = signIn;
  const [user, device] = await Promise.all([findUser(tx.db, userId), rememberDevice(tx, { ownerId: userId, cookies })]);
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

/** Holds nothing of the device: what a browser says of itself is text of a stranger. */
const deviceMail = {
  language: 'en',
  subject: 'You signed in to the Makewhole portal on a new device',
  paragraphs: [
    'Somebody signed in to the Makewhole partner portal with your account, on a device or browser on which you had not signed in before.',
    'If it was you, there is nothing to do. If it was not, reset your password at once: that ends all sessions.',
  ],
  why: 'You get this because it is your account. It is sent once for each new device.',
} as const;
