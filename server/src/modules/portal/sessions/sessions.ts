import { requirePortalUser, type PortalActor, type PortalUserActor } from '#actor';
import { actFor, type Ctx, type Tx } from '#context';
import { isPortalRole, rolesWith, type PortalPermission, type PortalRole } from '#lib/api/portal-roles';
import { addDays, addSeconds } from '#lib/time/dates';
import { bearerToken } from '#lib/tokens/bearer-token';
import { recordEntry } from '#modules/ledger';
import { listInstitutionAccess } from '#modules/partners';
import { prepared, preparedInsert, recheckAtCommit, transact } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { freshS } from '#platform/sign-in';
import { permissionRequired } from '../errors.ts';
import { realm } from '../realm.ts';
import type { PortalMe } from '../schemas.ts';
import { deleteOldChallenges, findRoleRow, findUser, listOwnRoles, lockUser } from '../store.ts';
import { tokenPrefix, tokenTouchS } from '../tokens/rules.ts';
import { deleteOldTokens, findToken, recheckToken, touchToken } from '../tokens/store.ts';

const insertSession = preparedInsert('portal.sessions', [
  'id',
  'token_hash',
  'user_id',
  'method',
  'institution_id',
  'created_at',
  'last_seen_at',
  'expires_at',
  'fresh_until',
]);

const recheckSession = prepared<
  [userId: string, id: string, institutionId: string, now: Date, roles: readonly string[]],
  never
>('portal.recheck-session', 'select portal.recheck_session($1, $2, $3, $4, $5)');

const recheckUser = prepared<[userId: string, id: string, now: Date], never>(
  'portal.recheck-user',
  'select portal.recheck_user($1, $2, $3)',
);

/** The context of a request about the user's own account; it commits nothing once their session has ended. */
export function actAsPortalUser(ctx: Ctx, actor: PortalUserActor): Ctx {
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheckUser(actor.userId, actor.credentialId, ctx.clock.now()),
    refuse: () => unauthorized(),
  });
  return { ...own, db };
}

/**
 * The context of this user's request. It sees the rows of their institution, and commits nothing once their session or token
 * has ended, their role lacks the operation's permission, or the institution is suspended.
 */
export function actAsPortal(ctx: Ctx, actor: PortalActor, permission: PortalPermission): Ctx {
  const { userId, credentialId, institutionId } = actor;
  const recheck = actor.limitedTo === undefined ? recheckSession : recheckToken;
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheck(userId, credentialId, institutionId, ctx.clock.now(), rolesWith(permission)),
    refuse: (reason) => (reason === 'role' ? permissionRequired(permission) : unauthorized()),
  });
  return { ...own, db };
}

export type SignedInUser = {
  readonly userId: string;
  readonly credentialId: string;
  readonly freshUntil: Date | undefined;
  /** The only institution that the session opens; undefined for a session that opens all where the user has a role. */
  readonly boundTo: string | undefined;
  /** The token's limits; undefined for sessions. */
  readonly token?: { readonly permissions: readonly string[]; readonly modes: readonly string[] } | undefined;
};

type Credentials = { readonly authorization: string | undefined; readonly cookies: string | undefined };

/** The calling user: authenticated by a token or, without an Authorization header, by a browser session. */
export async function authenticatePortal(ctx: Ctx, { authorization, cookies }: Credentials): Promise<SignedInUser> {
  const user = authorization === undefined ? await bySession(ctx, cookies) : await byToken(ctx, authorization);
  if (user === undefined) throw unauthorized();
  return user;
}

async function bySession(ctx: Ctx, cookies: string | undefined): Promise<SignedInUser | undefined> {
  const session = await realm.useSession(ctx, cookies);
  return (
    session && {
      userId: session.user_id,
      credentialId: session.id,
      freshUntil: session.fresh_until ?? undefined,
      boundTo: session.institution_id ?? undefined,
    }
  );
}

/** A token opens one institution, and never counts as a fresh code. */
async function byToken(ctx: Ctx, header: string): Promise<SignedInUser | undefined> {
  const text = bearerToken(header);
  if (text?.startsWith(tokenPrefix) !== true) return undefined;
  const now = ctx.clock.now();
  // The institution is known only once the token is found.
  const found = await findToken(ctx.db.seeing('all'), ctx.vault.fingerprints(text, 'token'), now);
  if (found === undefined) return undefined;
  const { id, user_id: userId, institution_id: boundTo, permissions, modes, last_used_at: usedAt } = found;
  if (usedAt === null || addSeconds(usedAt, tokenTouchS) <= now)
    await touchToken(ctx.db.seeing({ account: boundTo }), boundTo, { id, now });
  return { userId, credentialId: id, freshUntil: undefined, boundTo, token: { permissions, modes } };
}

type SignedIn = {
  readonly userId: string;
  readonly method: 'password' | 'passkey' | 'oidc';
  /** The only institution that the session opens. */
  readonly boundTo?: string | undefined;
  /** Whether the sign-in counts as a fresh code. */
  readonly fresh?: boolean;
};

export type NewPortalSession = { readonly id: string; readonly cookie: string };

/** Creates a session and its trail row after a successful sign-in. It never reuses a session that the browser sent. */
export async function createPortalSession(
  tx: Tx,
  { userId, method, boundTo, fresh = false }: SignedIn,
): Promise<NewPortalSession> {
  const { row, cookie } = realm.issueSession(tx);
  const { id, created_at: now } = row;
  const freshUntil = fresh ? addSeconds(now, freshS) : null;
  tx.db.write(
    insertSession({ ...row, user_id: userId, method, institution_id: boundTo ?? null, fresh_until: freshUntil }),
  );
  await recordEntry(tx, {
    kind: 'action',
    operation: 'portal.sign-in',
    userId,
    institutionId: boundTo,
    credentialId: id,
    subjectId: userId,
    reason: method,
  });
  return { id, cookie };
}

/** The user's role at an institution; undefined if they have none there, or their session does not open it. */
export async function findPortalRole(
  ctx: Ctx,
  { userId, boundTo }: SignedInUser,
  institutionId: string,
): Promise<PortalRole | undefined> {
  if (boundTo !== undefined && boundTo !== institutionId) return undefined;
  const row = await findRoleRow(ctx.db.seeing({ account: institutionId }), userId, institutionId);
  // A role that an identity provider gave needs a sign-in through that provider: the same user's password cannot bypass it.
  if (row === undefined || (row.by_issuer && boundTo === undefined)) return undefined;
  return isPortalRole(row.role) ? row.role : undefined;
}

/** More institutions than any administrator serves; the list is not a search. */
const institutionsMax = 500;

/** The signed-in user and the institutions where they have a role. */
export async function getPortalMe(ctx: Ctx, boundTo: string | undefined): Promise<PortalMe> {
  const { userId, freshUntil } = requirePortalUser(ctx.actor);
  // The user's own roles, at all institutions.
  const db = ctx.db.seeing('all');
  const [user, roles] = await Promise.all([findUser(db, userId), listOwnRoles(db, userId, institutionsMax)]);
  if (user === undefined) throw unauthorized();
  const shown = roles.filter(({ institution_id: id, by_issuer }) =>
    boundTo === undefined ? !by_issuer : boundTo === id,
  );
  const accesses = await listInstitutionAccess(
    { db },
    shown.map(({ institution_id: id }) => id),
  );
  return {
    id: userId,
    name: user.name,
    email: user.email,
    fresh_until: freshUntil?.toISOString() ?? null,
    institutions: shown.flatMap(({ institution_id: id, role }) => {
      const access = accesses.get(id);
      if (access === undefined || !isPortalRole(role)) return [];
      const { name, suspended, liveOpenedAt } = access;
      return [{ id, name, role, suspended, live_open: liveOpenedAt !== undefined }];
    }),
  };
}

/** The user's open sessions, including this browser's. */
export async function listPortalSessions(ctx: Ctx) {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  return realm.listSessions(ctx, { id: credentialId, ownerId: userId });
}

/** How long an expired token is still listed. */
const tokenDays = 90;

/** Deletes sessions that ended a day ago and tokens that expired long ago. Returns the number deleted. */
export async function purgePortalSessions(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const deleted = await Promise.all([
    realm.deleteOldSessions(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldTokens(ctx.db, addDays(now, -tokenDays), limit),
    deleteOldChallenges(ctx.db, now, limit),
  ]);
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}

/** Ends all of the user's sessions, including this one, and forgets their devices. */
export async function signOutEverywhere(ctx: Ctx): Promise<{ ok: true }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  await transact(ctx, async (tx) => {
    await lockUser(tx.db, userId);
    realm.endSessions(tx.db, userId, { now: tx.clock.now() });
    realm.deleteDevices(tx.db, userId);
    const operation = 'portal.sign-out-everywhere';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId, subjectId: userId });
  });
  return { ok: true };
}

/** Ends the session of this browser. */
export async function signOutPortal(ctx: Ctx): Promise<{ ok: true }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  await transact(ctx, async (tx) => {
    await realm.endSession(tx.db, { id: credentialId, ownerId: userId }, tx.clock.now());
    await recordEntry(tx, {
      kind: 'action',
      operation: 'portal.sign-out',
      userId,
      credentialId,
      subjectId: userId,
    });
  });
  return { ok: true };
}
