import { findStaffRole, type StaffActor } from '#actor';
import type { Ctx } from '#context';
import { bearerToken } from '#lib/tokens/bearer-token';
import { readCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { unauthorized } from '#platform/errors';
import { findStaffToken } from '../tokens/store.ts';
import { sessionCookie, sessionIdleS, sessionTouchS } from './rules.ts';
import { findSession, touchSession } from './store.ts';

/** The staff member who calls: by a token, or, without an Authorization header, by the session of a browser. */
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

async function bySession(ctx: Ctx, header: string | undefined): Promise<StaffActor | undefined> {
  const token = readCookie(header, sessionCookie);
  if (token === undefined || !/^[0-9A-Za-z]{43}$/.test(token)) return undefined;
  const now = ctx.clock.now();
  const idleSince = addSeconds(now, -sessionIdleS);
  const session = await findSession(ctx.db, ctx.vault.fingerprints(token, 'token'), { now, idleSince });
  if (session === undefined) return undefined;
  // Not at every call: the board calls often, and an idle time of half an hour needs no precision of seconds.
  if (addSeconds(session.last_seen_at, sessionTouchS) <= now) await touchSession(ctx.db, session.id, now);
  const actor = toActor(session);
  return actor && { ...actor, freshUntil: session.fresh_until ?? undefined };
}

/** Nobody for a role that this version does not know. */
function toActor(found: { id: string; staff_id: string; role: string }): StaffActor | undefined {
  const role = findStaffRole(found.role);
  return role && { kind: 'staff', staffId: found.staff_id, role, credentialId: found.id };
}
