import { findStaffRole, requireRole, requireStaff, staffRoles, type StaffActor } from '#actor';
import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import { notFound, unauthorized } from '#platform/errors';
import { deleteDevices } from '../devices/store.ts';
import { ownAccount } from '../errors.ts';
import { revokeAllSessions } from '../sessions/store.ts';
import { lockStaff, updateStaff } from '../store.ts';

type StaffMemberChange = {
  readonly role?: string;
  readonly disabled?: boolean;
  readonly identity_bound?: false;
  readonly languages?: readonly string[];
};

/** Who was disabled or got a lower role since the guard changes nobody: two cannot both disable the other. */
async function requireSameRole(tx: Tx, actor: StaffActor, changedId: string): Promise<void> {
  const people = await lockStaff(tx.db, [actor.staffId, changedId]);
  const acting = people.find(({ id }) => id === actor.staffId);
  if (acting === undefined || acting.disabled_at !== null) throw unauthorized();
  const role = findStaffRole(acting.role);
  if (role === undefined) throw unauthorized();
  requireRole({ ...actor, role }, actor.role);
}

/** Changes role or access of a staff member. A disabled one loses access at once: sessions end, tokens are refused. */
export async function updateStaffMember(ctx: Ctx, id: string, change: StaffMemberChange): Promise<{ ok: true }> {
  const actor = requireStaff(ctx.actor);
  const role = change.role === undefined ? undefined : findStaffRole(change.role);
  // There is always an administrator: nobody lowers their own role by mistake.
  const lessens = change.disabled === true || (role !== undefined && role !== staffRoles.at(-1));
  if (id === actor.staffId && lessens) throw ownAccount();
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    await requireSameRole(tx, actor, id);
    const updated = await updateStaff(tx.db, id, {
      ...(role === undefined ? {} : { role }),
      ...(change.disabled === undefined ? {} : { disabled_at: change.disabled ? now : null }),
      ...(change.languages === undefined ? {} : { languages: [...new Set(change.languages)] }),
      ...(change.identity_bound === undefined ? {} : { oidc_issuer: null, oidc_subject: null }),
    });
    if (updated === undefined) throw notFound('Nobody of the team has this id.');
    // A new role applies from the next sign-in and from the next call; what somebody speaks ends nothing.
    const isAccess = Object.keys(change).some((name) => name !== 'languages');
    if (isAccess) revokeAllSessions(tx.db, id, now);
    if (change.disabled === true) deleteDevices(tx.db, id);
  });
  return { ok: true };
}
