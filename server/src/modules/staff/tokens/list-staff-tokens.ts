import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { staffNotFound } from '../errors.ts';
import { findStaffByEmail } from '../store.ts';
import { listStaffTokenRows } from './store.ts';

type StaffTokenView = {
  readonly id: string;
  readonly label: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
};

/** The labels of a staff member's tokens; never the tokens, which are not stored. */
export async function listStaffTokens(ctx: Ctx, email: string): Promise<StaffTokenView[]> {
  const staff = await findStaffByEmail(ctx.db, normalizeEmail(email));
  if (staff === undefined) throw staffNotFound();
  const rows = await listStaffTokenRows(ctx.db, staff.id);
  return rows.map(({ id, label, scopes, created_at: createdAt, revoked_at: revokedAt, expires_at: expiresAt }) => ({
    id,
    label,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    scopes,
    expires_at: expiresAt?.toISOString() ?? null,
  }));
}
