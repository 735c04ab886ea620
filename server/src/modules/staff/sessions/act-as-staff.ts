import { namesFrom, roleRequired, type StaffActor, type StaffRole } from '#actor';
import { actFor, type Ctx } from '#context';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { recheckStaffToken } from '../tokens/store.ts';
import { recheckSession } from './store.ts';

/**
 * The context of a request of this staff member: it commits nothing once their session or token has ended, their account
 * is disabled, or their role is less than the operation needs.
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
