import type { Ctx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { normalizeEmail } from '#lib/text/email';
import { newId } from '#lib/tokens/ids';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { staffNotFound } from '../errors.ts';
import { findStaffByEmail } from '../store.ts';
import { insertStaffToken } from './store.ts';

type NewStaffToken = { readonly email: string; readonly label: string };

/** A token with which automation acts as a staff member; shown once. */
export async function createStaffToken(ctx: Ctx, input: NewStaffToken): Promise<{ tokenId: string; token: string }> {
  const token = `svc_staff_${taggedToken(ctx.config.cell, 32)}`;
  const now = ctx.clock.now();
  const tokenId = newId('stk', now);
  await transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(input.email));
    if (staff === undefined) throw staffNotFound();
    insertStaffToken(tx.db, {
      id: tokenId,
      staff_id: staff.id,
      label: input.label,
      token_hash: tx.vault.fingerprint(token),
      created_at: now,
    });
    await recordEntry(tx, { kind: 'action', operation: 'access.create-staff-token', subjectId: staff.id });
  });
  return { tokenId, token };
}
