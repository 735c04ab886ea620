import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isMaskedFor, mayCaller } from '#lib/api/portal-roles';
import { listSubjectActions } from '#modules/audit';
import { listMessages, messagePurposes } from '#modules/customers';
import { eventDays, searchEvents } from '#modules/events';
import type { Tenant } from '#modules/partners';
import { referralNotFound } from '../errors.ts';
import { findReview } from '../review/store.ts';
import { findReferral } from '../store.ts';
import type { ListUserNames } from './get-portal-referral.ts';
import type { Timeline } from './one-schemas.ts';
import { listSentDocuments } from './sent-document-store.ts';
import { computeTimeline } from './timeline-rules.ts';

/** The newest edits; nobody reads more. */
const editsMax = 100;

/** What happened to a referral, put together from what is stored of it anyway. */
export async function getTimeline(
  ctx: Ctx,
  tenant: Tenant,
  { id, listNames }: { readonly id: string; readonly listNames: ListUserNames },
): Promise<Timeline> {
  const caller = requirePortal(ctx.actor);
  const referral = await findReferral(ctx.db, tenant, id);
  if (referral === undefined) throw referralNotFound();
  const [review, messages, actions, sent, edits] = await Promise.all([
    findReview(ctx.db, tenant, id),
    listMessages(ctx, id),
    listSubjectActions(ctx, tenant.institutionId, id),
    listSentDocuments(ctx.db, tenant, id),
    listEdits(ctx, tenant, id),
  ]);
  const userIds = [...actions, ...sent].flatMap(({ userId }) => userId ?? []);
  const names = await listNames(ctx, [...new Set(userIds)]);
  const data = computeTimeline({
    referral,
    review,
    invitations: messages.filter(({ purpose }) => purpose === messagePurposes.invitation),
    actions,
    editedAt: edits,
    sent,
    names,
    hides: isMaskedFor(caller),
    // As on the page of figures.
    showsAmounts: mayCaller(caller, 'analytics.read'),
    now: ctx.clock.now(),
  });
  // A day of the log is dropped whole.
  return { object: 'list', data, api_edits_days: eventDays.retentionDays - 1 };
}

async function listEdits(ctx: Ctx, { institutionId, livemode }: Tenant, subjectId: string): Promise<Date[]> {
  const found = await searchEvents(
    ctx,
    { accountId: institutionId, livemode },
    {
      type: 'referral.updated',
      subjectId,
      createdFrom: undefined,
      createdTo: undefined,
      after: undefined,
      order: 'desc',
      limit: editsMax,
    },
  );
  return found.rows.map((row) => row.created_at);
}
