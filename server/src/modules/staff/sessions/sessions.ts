import {
  findStaffRole,
  namesFrom,
  requireRole,
  requireStaff,
  roleRequired,
  type StaffActor,
  type StaffRole,
} from '#actor';
import { actFor, type Ctx, type Tx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { addDays, addSeconds } from '#lib/time/dates';
import { bearerToken } from '#lib/tokens/bearer-token';
import { recordEntry } from '#modules/ledger';
import { prepared, preparedInsert, recheckAtCommit, sql, transact, typed, type Db } from '#platform/db';
import { notFound, unauthorized } from '#platform/errors';
import { freshS, sessionIdleS } from '#platform/sign-in';
import { composeDeviceMail, type DeviceMail } from '../devices/compose-device-mail.ts';
import { realm } from '../realm.ts';
import type { StaffMe } from '../schemas.ts';
import { deleteOldFailures, findStaff, lockStaff, takeUntoldFailures, updateSignedIn } from '../store.ts';
import { findStaffToken, recheckStaffToken } from '../tokens/store.ts';

const insert = preparedInsert('staff.sessions', [
  'id',
  'token_hash',
  'staff_id',
  'method',
  'created_at',
  'last_seen_at',
  'expires_at',
  'device_id',
  'previous_sign_in_at',
  'failed_tries',
  'failed_networks',
  'fresh_until',
]);

const recheckSession = prepared<[staffId: string, id: string, now: Date, roles: string[]], never>(
  'staff.recheck-session',
  'select staff.recheck_session($1, $2, $3, $4)',
);

const seen = prepared<[now: Date, since: Date], { staff_id: string }>(
  'staff.list-seen-since',
  `select distinct staff_id from staff.sessions
   where ended_at is null and expires_at > $1 and last_seen_at > $2`,
);

const findById = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('staff.sessions').selectAll().where('id', '=', id)));

/** A member seen within this time counts as present. An open case page calls every minute. */
const presentS = 5 * 60;

/** How long refused sign-ins are kept, so that a member who returns from a month's leave still sees them. */
export const failureDays = 31;

/** 'demo link': by a link, instead of the demo password printed next to it. */
type SignInMethod = 'oidc' | 'password' | 'demo link';

export type NewSession = { readonly id: string; readonly cookie: string };

type SignedIn = {
  readonly staffId: string;
  readonly method: SignInMethod;
  readonly deviceId?: string;
  /** Whether they proved who they are just now. A provider may have remembered them instead. */
  readonly fresh: boolean;
  /** Shown to the owner: their previous sign-in, and the refused sign-ins since. */
  readonly before?: { readonly at: Date | null; readonly tries: number; readonly networks: number };
};

/** Creates a session and its audit row after a successful sign-in, never reusing one that the browser sent. */
export async function createSession(
  tx: Tx,
  { staffId, method, deviceId, before, fresh }: SignedIn,
): Promise<NewSession> {
  const { row, cookie } = realm.issueSession(tx);
  const { id, created_at: now } = row;
  const inserted = insert({
    ...row,
    staff_id: staffId,
    method: method === 'demo link' ? 'password' : method,
    device_id: deviceId ?? null,
    previous_sign_in_at: before?.at ?? null,
    failed_tries: before?.tries ?? null,
    failed_networks: before?.networks ?? null,
    fresh_until: fresh ? addSeconds(now, freshS) : null,
  });
  tx.db.write(inserted);
  updateSignedIn(tx.db, staffId, now);
  await recordEntry(tx, {
    kind: 'action',
    operation: 'access.sign-in',
    staffId,
    credentialId: id,
    subjectId: staffId,
    reason: method,
  });
  return { id, cookie };
}

export type QueueDeviceMail = (tx: Tx, mail: DeviceMail) => void;

/** What the browser gets: the session, and the cookie that makes its device known. */
export type StartedSession = { readonly id: string; readonly deviceId: string; readonly cookies: readonly string[] };

type SignIn = {
  readonly staffId: string;
  readonly method: 'oidc' | 'password';
  readonly fresh: boolean;
  /** What the browser sent. */
  readonly cookies: string | undefined;
};

/** Signs in a staff member whose row the caller has locked, and emails them if the device is new. */
export async function startSession(
  tx: Tx,
  { staffId, method, cookies, fresh }: SignIn,
  queueMail: QueueDeviceMail,
): Promise<StartedSession> {
  const [member, device, failed] = await Promise.all([
    findStaff(tx.db, staffId),
    realm.rememberDevice(tx, { ownerId: staffId, cookies }),
    takeUntoldFailures(tx.db, staffId),
  ]);
  if (member === undefined || failed === undefined) throw new Error('the caller has locked the staff member');
  if (device.isNew && tx.config.mailReadable)
    queueMail(tx, composeDeviceMail({ staffId, deviceId: device.id, to: member.email }));
  const before = { at: member.signed_in_at, ...failed };
  const { id, cookie } = await createSession(tx, { staffId, method, deviceId: device.id, before, fresh });
  return { id, deviceId: device.id, cookies: [cookie, device.cookie] };
}

export async function revokeSession(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const [session, ended] = await Promise.all([
      findById(tx.db, id),
      realm.endSession(tx.db, { id, ownerId: staffId }, tx.clock.now()),
    ]);
    if (session === undefined || !ended) throw notFound('You have no such session.');
    // A member who ends a session from elsewhere may have lost that device.
    if (session.device_id !== null) realm.deleteDevice(tx.db, staffId, session.device_id);
  });
  return { ok: true };
}

/** Signs a member out everywhere. They may sign in again. */
export async function endSessions(ctx: Ctx, staffId: string): Promise<{ ok: true }> {
  requireRole(ctx.actor, 'administrator');
  await transact(ctx, async (tx) => {
    const [member] = await lockStaff(tx.db, [staffId]);
    if (member === undefined) throw notFound('Nobody of the team has this id.');
    realm.endSessions(tx.db, staffId, { now: tx.clock.now() });
    realm.deleteDevices(tx.db, staffId);
  });
  return { ok: true };
}

/** The actor's own valid sessions. */
export async function listSessions(ctx: Ctx) {
  const { staffId, credentialId } = requireStaff(ctx.actor);
  const sessions = await realm.listSessions(ctx, { id: credentialId, ownerId: staffId });
  return wholePage(sessions.map((session) => ({ ...session, method: session.method as 'oidc' | 'password' })));
}

/** Deletes expired sessions, devices, tries and counts of refused sign-ins. Returns how many. */
export async function purgeSessions(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const until = addSeconds(now, -86_400);
  const deleted = await Promise.all([
    realm.deleteOldSessions(ctx.db, until, limit),
    realm.deleteOldTries(ctx.db, until, limit),
    realm.deleteOldDevices(ctx.db, now, limit),
    deleteOldFailures(ctx.db, addDays(now, -failureDays), limit),
  ]);
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}

/** Signed-in members who were seen recently. A token does not show that a person is present. */
export async function listPresentStaff({ db, clock }: Pick<Ctx | Tx, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now();
  return (await db.many(seen(now, addSeconds(now, -presentS)))).map(({ staff_id: id }) => id);
}

/** Ends the browser's session, if it has one. */
export async function signOut(ctx: Ctx, cookies: string | undefined): Promise<void> {
  if (realm.readSessionToken(ctx, cookies) === undefined) return;
  await transact(ctx, async (tx) => {
    const session = await realm.findSession(tx, cookies);
    if (session === undefined) return;
    const { id, staff_id: staffId } = session;
    await realm.endSession(tx.db, { id, ownerId: staffId }, tx.clock.now());
    await recordEntry(tx, {
      kind: 'action',
      operation: 'access.sign-out',
      staffId,
      credentialId: id,
      subjectId: staffId,
    });
  });
}

/** The calling staff member: by a token or, without an Authorization header, by a browser session. */
export async function authenticateStaff(
  ctx: Ctx,
  authorization: string | undefined,
  cookie?: string,
): Promise<StaffActor> {
  const actor = authorization === undefined ? await bySession(ctx, cookie) : await byToken(ctx, authorization);
  if (actor === undefined) throw unauthorized();
  return actor;
}

async function byToken(ctx: Ctx, header: string): Promise<StaffActor | undefined> {
  const token = bearerToken(header);
  if (token?.startsWith('svc_staff_') !== true) return undefined;
  const staffToken = await findStaffToken(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  const actor = staffToken && toActor(staffToken);
  return actor && { ...actor, scopes: staffToken.scopes ?? undefined };
}

async function bySession(ctx: Ctx, cookies: string | undefined): Promise<StaffActor | undefined> {
  const session = await realm.useSession(ctx, cookies);
  const actor = session && toActor(session);
  return actor && { ...actor, freshUntil: session.fresh_until ?? undefined };
}

/** Undefined for a role that this version does not know. */
function toActor(found: { id: string; staff_id: string; role: string }): StaffActor | undefined {
  const role = findStaffRole(found.role);
  return role && { kind: 'staff', staffId: found.staff_id, role, credentialId: found.id };
}

/**
 * The context of this staff member's request. It commits nothing once their session or token has ended, their account is disabled, or their
 * role is too low for the operation.
 */
export function actAsStaff(ctx: Ctx, actor: StaffActor, role: StaffRole): Ctx {
  const { staffId, credentialId } = actor;
  const recheck = credentialId.startsWith('ses_') ? recheckSession : recheckStaffToken;
  const names = namesFrom(role);
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheck(staffId, credentialId, ctx.clock.now(), names),
    refuse: (reason) => (reason === 'role' ? roleRequired(role) : unauthorized()),
  });
  return { ...own, db };
}

/** Who is signed in, and until when. */
export async function getStaffMe(ctx: Ctx): Promise<StaffMe> {
  const { staffId, credentialId, role, freshUntil } = requireStaff(ctx.actor);
  const isFresh = freshUntil !== undefined && freshUntil > ctx.clock.now();
  const [member, session] = await Promise.all([findStaff(ctx.db, staffId), findById(ctx.db, credentialId)]);
  if (member === undefined) throw unauthorized();
  return {
    id: staffId,
    name: member.name,
    email: member.email,
    role,
    time_zone: ctx.config.teamTimeZone,
    session:
      session === undefined
        ? null
        : {
            id: session.id,
            method: session.method as 'oidc' | 'password',
            created_at: session.created_at.toISOString(),
            idle_expires_at: addSeconds(session.last_seen_at, sessionIdleS).toISOString(),
            expires_at: session.expires_at.toISOString(),
            fresh_until: isFresh ? freshUntil.toISOString() : null,
            previous_sign_in_at: session.previous_sign_in_at?.toISOString() ?? null,
            failed_tries: session.failed_tries ?? 0,
            failed_networks: session.failed_networks ?? 0,
          },
    csrf: { origin: new URL(ctx.config.publicBaseUrl).origin, content_type: 'application/json' },
  };
}
