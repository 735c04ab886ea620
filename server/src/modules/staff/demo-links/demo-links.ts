import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { addSeconds } from '#lib/time/dates';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newTotpSecret } from '#lib/tokens/totp';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { demoInProduction, staffNotFound } from '../errors.ts';
import { consumeSetup, findSetupRow, replaceSetup } from '../password/store.ts';
import { realm } from '../realm.ts';
import { recordRefusedSignIn } from '../sessions/record-refused-sign-in.ts';
import { createSession, type NewSession } from '../sessions/sessions.ts';
import { findStaffByEmail, lockStaff } from '../store.ts';

type DemoLink = { readonly url: string; readonly expiresAt: Date };

/**
 * A link that signs in a demo staff member once. It is stored like a set-up link, so it ends the same ways: by its time limit, a newer
 * link, or a reset. The authenticator secret in that row is never shown.
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
      encrypted_totp: tx.vault.encrypt(newTotpSecret(), realm.totpAad(staff.id)),
      expires_at: expiresAt,
    });
    await recordEntry(tx, { kind: 'action', operation: 'access.create-demo-link', subjectId: staff.id });
    return { url: `${tx.config.publicBaseUrl}/sign-in/demo/${token}`, expiresAt };
  });
}

/** Undefined for a link that is unknown, used or expired, and always in production, where its route is not mounted either. */
export async function signInWithDemoLink(ctx: Ctx, token: string): Promise<NewSession | undefined> {
  if (ctx.config.production) return undefined;
  const hashes = ctx.vault.fingerprints(demoLinkText(token), 'token');
  const session = await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const link = await findSetupRow(tx.db, hashes, now);
    if (link === undefined) return undefined;
    // Locked, so that a member whose account ends concurrently does not get in.
    const [staff] = await lockStaff(tx.db, [link.staff_id]);
    if (staff === undefined || staff.disabled_at !== null) return undefined;
    if (!(await consumeSetup(tx.db, link.token_hash, now))) return undefined;
    return createSession(tx, { staffId: staff.id, method: 'demo link', fresh: true });
  });
  if (session === undefined) await recordRefusedSignIn(ctx, { address: '127.0.0.1', reason: 'demo link' });
  return session;
}

/** Long enough to start the service and click; a new run of the demo makes new links. */
const demoLinkTtlS = 3600;

/** The prefix keeps a demo link from working as a set-up link, which is stored in the same table. */
const demoLinkText = (token: string): string => `demo-link/${token}`;
