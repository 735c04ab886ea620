import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { nameInstitution, nameReason, nameSubject, recordEntry } from '#modules/audit';
import { stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { hasAuthenticator } from '../authenticator-store.ts';
import { resetsOfUserPerDay } from '../limit-rules.ts';
import { mailNotConfigured } from '../sign-in-errors.ts';
import { findUserByEmail, lockUser } from '../user-store.ts';
import { composeResetNotice } from './compose-reset-notice.ts';
import { createReset } from './create-reset.ts';
import { noAuthenticator, portalUserNotFound } from './errors.ts';
import { notifyInstitutions } from './notify-institutions.ts';

type Asked = { readonly email: string; readonly identity_check: string };

/**
 * For a user whom no institution can help. Nothing ends and nothing changes by it: after a day the link in the mail, with
 * the password, sets up another authenticator, unless the user stops it. So a caller who is believed has gained nothing.
 */
export async function requestResetByStaff(ctx: Ctx, { email: typed, identity_check: typedCheck }: Asked) {
  const actor = requireRole(ctx.actor, 'administrator');
  const identityCheck = stripControls(typedCheck).trim();
  if (!ctx.config.mailReadable) throw mailNotConfigured();
  const email = normalizeEmail(typed);
  const found = await findUserByEmail(ctx.db, email);
  if (found === undefined || found.disabled_at !== null) throw portalUserNotFound();
  const { id: userId } = found;
  await ctx.limits.consume(resetsOfUserPerDay, userId);
  return transact(ctx, async (tx) => {
    if ((await lockUser(tx.db, userId)) === undefined) throw portalUserNotFound();
    if (!(await hasAuthenticator(tx.db, userId))) throw noAuthenticator();
    nameSubject(actor, userId);
    nameReason(actor, identityCheck);
    const { staffId, credentialId } = actor;
    const { id, opensAt, expiresAt } = await createReset(tx, {
      user: { id: userId, email },
      madeBy: staffId,
      identityCheck,
    });
    // In the trail of each institution: one is named by the row of the request, whose reason no institution sees.
    const [first, ...others] = await notifyInstitutions(tx, userId, composeResetNotice('reset by us'));
    if (first !== undefined) nameInstitution(actor, first);
    const entry = { kind: 'action', operation: 'portal-users.reset-by-staff', staffId, credentialId } as const;
    for (const institutionId of others) await recordEntry(tx, { ...entry, institutionId, subjectId: userId });
    return { id, opens_at: opensAt.toISOString(), expires_at: expiresAt.toISOString() };
  });
}
