import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { listDocuments } from '#modules/documents';
import type { Tenant } from '#modules/partners';
import { referralNotFound } from '../errors.ts';
import { toReviewRecord } from '../review/rules.ts';
import { findReview } from '../review/store.ts';
import { findReferral } from '../store.ts';
import { toPortalReferral, versionText } from './one-rules.ts';
import type { PortalReferral } from './one-schemas.ts';
import { listSentDocuments } from './sent-document-store.ts';

/** Names of users by id; bound in app/, since the users are in a later module. */
export type ListUserNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A referral for a user of its institution: what is known, what they may do now, and what they sent. */
export async function getPortalReferral(
  ctx: Ctx,
  tenant: Tenant,
  { id, listNames }: { readonly id: string; readonly listNames: ListUserNames },
): Promise<PortalReferral> {
  const caller = requirePortal(ctx.actor);
  const [referral, review, sent, documents] = await Promise.all([
    findReferral(ctx.db, tenant, id),
    findReview(ctx.db, tenant, id),
    listSentDocuments(ctx.db, tenant, id),
    listDocuments(ctx, id),
  ]);
  if (referral === undefined) throw referralNotFound();
  const names = await listNames(ctx, [...new Set(sent.map(({ userId }) => userId))]);
  return toPortalReferral({
    referral,
    version: ctx.vault.fingerprint(versionText(referral), 'token').toString('hex'),
    review: review && toReviewRecord(review),
    sent,
    documents,
    names,
    caller,
    now: ctx.clock.now(),
  });
}
