import type { Tx } from '#context';
import { composeDeviceMail, type DeviceMail } from '../devices/compose-device-mail.ts';
import { rememberDevice } from '../devices/store.ts';
import { takeUntoldFailures } from '../failure-store.ts';
import { findStaff } from '../store.ts';
import { createSession } from './create-session.ts';

export type QueueDeviceMail = (tx: Tx, mail: DeviceMail) => void;

/** What the browser gets: the session, and the device that is known from now on. */
export type StartedSession = { readonly id: string; readonly deviceId: string; readonly cookies: readonly string[] };

type SignIn = {
  readonly staffId: string;
  readonly method: 'oidc' | 'password';
  readonly fresh: boolean;
  /** What the browser sent. */
  readonly cookies: string | undefined;
};

/** Lets a staff member in whose row the caller has locked; they get a mail when the device is new. */
export async function startSession(
  tx: Tx,
  { staffId, method, cookies, fresh }: SignIn,
  queueMail: QueueDeviceMail,
): Promise<StartedSession> {
  const [member, device, failed] = await Promise.all([
    findStaff(tx.db, staffId),
    rememberDevice(tx, { ownerId: staffId, cookies }),
    takeUntoldFailures(tx.db, staffId),
  ]);
  if (member === undefined || failed === undefined) throw new Error('the caller has locked the staff member');
  if (device.isNew && tx.config.mailReadable)
    queueMail(tx, composeDeviceMail({ staffId, deviceId: device.id, to: member.email }));
  const before = { at: member.signed_in_at, ...failed };
  const { id, cookie } = await createSession(tx, { staffId, method, deviceId: device.id, before, fresh });
  return { id, deviceId: device.id, cookies: [cookie, device.cookie] };
}
