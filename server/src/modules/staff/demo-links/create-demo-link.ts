import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { normalizeEmail } from '#lib/text/email';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { demoInProduction, staffNotFound } from '../errors.ts';
import { totpAad } from '../password/rules.ts';
import { replaceSetup } from '../password/setup-store.ts';
import { findStaffByEmail } from '../store.ts';
import { demoLinkText, demoLinkTtlS } from './rules.ts';

type DemoLink = { readonly url: string; readonly expiresAt: Date };

/**
 * A link that signs a staff member of the demo in, once. It is stored as a set-up link is, so that it ends with whatever
 * ends one: its time, another link, or a reset; the authenticator's secret of that row is never shown to anybody.
 */
export async function createDemoLink(ctx: Ctx, email: string): Promise<DemoLink> {
  if (ctx.config.production) throw demoInProduction();
  const token = taggedToken(ctx.config.cell, 43);
  return transact(ctx, async (tx) => {
    const staff = await findStaffByEmail(tx.db, normalizeEmail(email));
    if (staff === undefined) throw staffNotFound();
    const expiresAt = addSeconds(tx.clock.now(), demoLinkTtlS);
    replaceSetup(tx.db, {
      token_hash: tx.vault.fingerprint(demoLinkText(token), 'token'),
      staff_id: staff.id,
      sealed_totp: tx.vault.encrypt(newTotpSecret(), totpAad(staff.id)),
      expires_at: expiresAt,
    });
    await recordEntry(tx, { kind: 'action', operation: 'access.create-demo-link', subjectId: staff.id });
    return { url: `${tx.config.publicBaseUrl}/sign-in/demo/${token}`, expiresAt };
  });
}
