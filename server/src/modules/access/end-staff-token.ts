import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/email';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { staffNotFound } from './errors.ts';
import { findStaffByEmail, listStaffTokens, revokeStaffToken } from './store.ts';

/** From the next call on the token is refused. */
export async function endStaffToken(ctx: Ctx, tokenId: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const found = await revokeStaffToken(tx.db, tokenId, tx.clock.now());
    if (found === undefined) throw notFound('No token has this id.');
    await recordEntry(tx, { kind: 'action', operation: 'access.end-staff-token', subjectId: found.staff_id });
  });
}

export type StaffTokenView = {
  readonly id: string;
  readonly label: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
};

/** What tokens a person has, by what they were called; never the tokens, which nobody knows. */
export async function listTokensOf(ctx: Ctx, email: string): Promise<StaffTokenView[]> {
  const staff = await findStaffByEmail(ctx.db, normalizeEmail(email));
  if (staff === undefined) throw staffNotFound();
  const rows = await listStaffTokens(ctx.db, staff.id);
  return rows.map(({ id, label, created_at: createdAt, revoked_at: revokedAt }) => ({
    id,
    label,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  }));
}
