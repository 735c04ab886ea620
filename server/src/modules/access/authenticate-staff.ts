import type { StaffActor } from '#actor';
import type { Ctx } from '#context';
import { unauthorized } from '#platform/errors';
import { bearerToken } from './rules.ts';
import { findStaffToken } from './store.ts';

export async function authenticateStaff(ctx: Ctx, header: string | undefined): Promise<StaffActor> {
  const token = bearerToken(header);
  const found = token?.startsWith('svc_staff_')
    ? await findStaffToken(ctx.db, ctx.vault.fingerprints(token))
    : undefined;
  if (found === undefined) throw unauthorized();
  return { kind: 'staff', staffId: found.staff_id, tokenId: found.id };
}
