import type { StaffActor, StaffRole } from '#actor';
import type { Ctx } from '#context';
import { readCookie } from '#lib/cookies';
import { addSeconds } from '#lib/dates';
import { unauthorized } from '#platform/errors';
import { bearerToken, sessionCookie, sessionIdleS, sessionTouchS } from './rules.ts';
import { findSession, touchSession } from './session-store.ts';
import { findStaffToken } from './store.ts';

/** Who of the team calls: by a token, or, where no Authorization is sent, by the session of a browser. */
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
  const found = await findStaffToken(ctx.db, ctx.vault.fingerprints(token));
  return found && toActor(found);
}

async function bySession(ctx: Ctx, header: string | undefined): Promise<StaffActor | undefined> {
  const token = readCookie(header, sessionCookie);
  if (token === undefined || !/^[0-9A-Za-z]{43}$/.test(token)) return undefined;
  const now = ctx.clock.now();
  const idleSince = addSeconds(now, -sessionIdleS);
  const found = await findSession(ctx.db, ctx.vault.fingerprints(token), { now, idleSince });
  if (found === undefined) return undefined;
  // Not with every call: a board asks often, and half an hour need not be measured by the second.
  if (addSeconds(found.last_seen_at, sessionTouchS) <= now) await touchSession(ctx.db, found.id, now);
  return toActor(found);
}

const toActor = ({ id, staff_id, role }: { id: string; staff_id: string; role: string }): StaffActor => ({
  kind: 'staff',
  staffId: staff_id,
  role: role as StaffRole,
  credentialId: id,
});
