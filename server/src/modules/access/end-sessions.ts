import { requireRole, requireStaff, staffRoles, type StaffActor, type StaffRole } from '#actor';
import type { Ctx, Tx } from '#context';
import { readCookie } from '#lib/cookies';
import { addSeconds } from '#lib/dates';
import { wholePage } from '#lib/pages';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { notFound, unauthorized } from '#platform/errors';
import { lastAdministrator } from './errors.ts';
import { sessionCookie, sessionIdleS } from './rules.ts';
import { endAllSessions, endSessionRow, deleteOldSessions, findSession, listLivingSessions } from './session-store.ts';
import { deleteOldTries } from './sign-in-store.ts';
import { listStaffRows, lockStaff, updateStaff } from './staff-store.ts';

const idleMoment = ({ clock }: Pick<Ctx, 'clock'>) => {
  const now = clock.now();
  return { now, idleSince: addSeconds(now, -sessionIdleS) };
};

/** The browser's session is over, if it had one. */
export async function signOut(ctx: Ctx, cookies: string | undefined): Promise<void> {
  const token = readCookie(cookies, sessionCookie);
  if (token === undefined) return;
  await transact(ctx, async (tx) => {
    const found = await findSession(tx.db, tx.vault.fingerprints(token), idleMoment(tx));
    if (found === undefined) return;
    const { id, staff_id: staffId } = found;
    await endSessionRow(tx.db, id, { staffId, now: tx.clock.now() });
    await recordEntry(tx, {
      kind: 'action',
      operation: 'access.sign-out',
      staffId,
      credentialId: id,
      subjectId: staffId,
    });
  });
}

/** One's own sessions that still open the door. */
export async function listSessions(ctx: Ctx) {
  const { staffId, credentialId } = requireStaff(ctx.actor);
  const rows = await listLivingSessions(ctx.db, staffId, idleMoment(ctx));
  return wholePage(
    rows.map((row) => ({
      id: row.id,
      method: row.method as 'oidc' | 'password',
      current: row.id === credentialId,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
  );
}

export async function revokeSession(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const ended = await endSessionRow(tx.db, id, { staffId, now: tx.clock.now() });
    if (ended === undefined) throw notFound('You have no such session.');
  });
  return { ok: true };
}

/** The people of the team. */
export async function listStaff(ctx: Ctx) {
  requireRole(ctx.actor, 'administrator');
  const rows = await listStaffRows(ctx.db);
  return wholePage(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as StaffRole,
      created_at: row.created_at.toISOString(),
      disabled_at: row.disabled_at?.toISOString() ?? null,
      identity_bound: row.oidc_subject !== null,
      password_set: row.set_at !== null,
    })),
  );
}

export type StaffChange = {
  readonly role?: StaffRole;
  readonly disabled?: boolean;
  readonly identity_bound?: false;
};

/** Changes what a person may do. Whoever is disabled is out at once: sessions end, tokens open nothing. */
export async function changeStaff(ctx: Ctx, id: string, change: StaffChange): Promise<{ ok: true }> {
  const actor = requireRole(ctx.actor, 'administrator');
  // Nobody takes the last key from themselves by a slip.
  const lessens = change.disabled === true || (change.role !== undefined && change.role !== staffRoles.at(-1));
  if (id === actor.staffId && lessens) throw lastAdministrator();
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    await requireStill(tx, actor, id);
    const updated = await updateStaff(tx.db, id, {
      ...(change.role === undefined ? {} : { role: change.role }),
      ...(change.disabled === undefined ? {} : { disabled_at: change.disabled ? now : null }),
      ...(change.identity_bound === undefined ? {} : { oidc_issuer: null, oidc_subject: null }),
    });
    if (updated === undefined) throw notFound('Nobody of the team has this id.');
    // A new role counts from the next sign-in on as well as from the next call.
    endAllSessions(tx.db, id, now);
  });
  return { ok: true };
}

/** Whoever was disabled or lessened since they came through the door changes nobody: two cannot both disable the other. */
async function requireStill(tx: Tx, actor: StaffActor, changedId: string): Promise<void> {
  const people = await lockStaff(tx.db, [actor.staffId, changedId]);
  const acting = people.find(({ id }) => id === actor.staffId);
  if (acting === undefined || acting.disabled_at !== null) throw unauthorized();
  requireRole({ ...actor, role: acting.role as StaffRole }, 'administrator');
}

/** Forgets sessions and tries that no longer count; gives how many. */
export async function purgeSessions(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -86_400);
  const gone = await Promise.all([deleteOldSessions(ctx.db, until, limit), deleteOldTries(ctx.db, until, limit)]);
  return gone.flat().length;
}
