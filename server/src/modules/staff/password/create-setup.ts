import type { Ctx } from '#context';
import { randomBase62 } from '#lib/tokens/base62';
import { addSeconds } from '#lib/time/dates';
import { normalizeEmail } from '#lib/text/email';
import { newTotpSecret } from '#lib/tokens/totp';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { staffNotFound } from '../errors.ts';
import { findStaffByEmail } from '../store.ts';
import { setupTtlS, totpAad } from './rules.ts';
import { replaceSetup } from './setup-store.ts';

/** A link with which a staff member sets their own password and authenticator, once; nobody else ever knows either. */
export async function createSetup(ctx: Ctx, email: string): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBase62(43);
  const now = ctx.clock.now();
  const expiresAt = addSeconds(now, setupTtlS);
  await transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(email));
    if (staff === undefined) throw staffNotFound();
    replaceSetup(tx.db, {
      token_hash: tx.vault.fingerprint(token),
      staff_id: staff.id,
      sealed_totp: tx.vault.encrypt(newTotpSecret(), totpAad(staff.id)),
      expires_at: expiresAt,
    });
    await recordEntry(tx, { kind: 'action', operation: 'access.create-setup', subjectId: staff.id });
  });
  return { url: `${ctx.config.publicBaseUrl}/sign-in/set-up/${token}`, expiresAt };
}
