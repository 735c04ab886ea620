import type { Ctx, Tx } from '#context';
import type { Turn } from '#lib/concurrency/lanes';
import { addressNetwork } from '#lib/network/address';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/ledger';
import { messagePurposes, queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { consumeCode, deviceFailuresMax, passwordLanes, verifyPassword } from '#platform/sign-in';
import { portalUsersMetrics } from '../metrics.ts';
import { stopResetAtSignIn } from '../portal-users.ts';
import { createPortalSession } from '../sessions/sessions.ts';
import { signInCrowded, signInRefused, tooManyTries } from '../errors.ts';
import {
  countDeviceFailure,
  deleteTries,
  findDevice,
  findUser,
  recordCodeTry,
  recordSignInTry,
  recordTry,
  rememberDevice,
} from '../store.ts';
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

type SignInOutcome = StartedPortalSession | 'refused' | 'wait';

/** Password and code together, or nothing; a failure takes the same time and does not say which was wrong. */
export async function signInPortal(ctx: Ctx, input: PasswordSignIn): Promise<StartedPortalSession> {
  const email = normalizeEmail(input.email);
  const deviceId = await findDevice(ctx, { email, cookies: input.cookies });
  const device = deviceId === undefined ? 'unknown' : 'known';
  const count = (outcome: string) => ctx.metrics.of(portalUsersMetrics).signIns.inc({ outcome, device });
  const lane = {
    lane: device,
    client: deviceId ?? addressNetwork(input.address),
    // Refused before anything is counted or written, so that a crowd costs nothing.
    refuse() {
      count('crowded');
      return signInCrowded();
    },
  } as const;
  const outcome = await passwordLanes.enter(lane, (turn) => check(ctx, { ...input, email, deviceId, turn }));
  count(typeof outcome === 'string' ? outcome : 'in');
  if (outcome === 'wait') throw tooManyTries();
  if (outcome === 'refused') throw signInRefused();
  return outcome;
}

type Check = PasswordSignIn & { readonly deviceId: string | undefined; readonly turn: Turn };

async function check(ctx: Ctx, { deviceId, turn, ...input }: Check): Promise<SignInOutcome> {
  const { email, address, cookies } = input;
  const counted = await recordSignInTry(ctx, { email, address, deviceId });
  if (counted === undefined) return 'wait';
  const known = await findPassword(ctx.db, email);
  const refuse = () => recordRefusal(ctx, { userId: known?.id, deviceId });
  const matches = await verifyPassword(input.password, {
    stored: known?.password_hash ?? undefined,
    cost: ctx.config.passwordCost,
    turn,
  });
  if (!matches || known === undefined || known.disabled_at !== null || known.password_hash === null) return refuse();
  const { id: userId, password_hash: passwordHash } = known;
  const codes = await recordCodeTry(ctx, deviceId ?? userId);
  if (codes === undefined) {
    // Answered like any other failure, because it would reveal that the password is right.
    ctx.log.warn({ user: userId }, 'portal.codes-guessed');
    return refuse();
  }
  const session = await transact(ctx, async (tx) => {
    const typed = { ownerId: userId, passwordHash, code: input.code };
    const used = await consumeCode(tx, { store: passwordStore, totpAad }, typed);
    if (used === undefined) return undefined;
    if (used === 'authenticator') await stopResetAtSignIn(tx, userId);
    counted.takeBack(tx);
    deleteTries(tx.db, codes);
    return startPortalSession(tx, { userId, method: 'password', fresh: true, cookies });
  });
  return session ?? refuse();
}

const hourS = 3600;

type Refusal = { readonly userId: string | undefined; readonly deviceId: string | undefined };

/** The trail has the first of an account in an hour, so that strangers cannot make it grow as they like. */
async function recordRefusal(ctx: Ctx, { userId, deviceId }: Refusal): Promise<'refused'> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    if (deviceId !== undefined) countDeviceFailure(tx.db, deviceId, deviceFailuresMax);
    const subject = tx.vault.fingerprints(`tries/first-refusal/${userId ?? ''}`);
    const isFirst = await recordTry(tx.db, { subject, now, since: addSeconds(now, -hourS), max: 1 });
    const operation = 'portal.sign-in';
    if (isFirst) await recordEntry(tx, { kind: 'refused', operation, userId, subjectId: userId, reason: 'password' });
  });
  return 'refused';
}

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
