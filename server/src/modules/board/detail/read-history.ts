import type { Ctx } from '#context';
import { getPayments, listConsultationHolds } from '#modules/checkout';
import { getClosing, getConsultation, listAssignments, listNotes } from '#modules/consultations';
import { listMessages } from '#modules/customers';
import { listDocuments } from '#modules/documents';
import { listReplies } from '#modules/replies';
import { listRequests } from '#modules/owner-page';
import { listConsultationEvents, listConsultationTrail, type ConsultationRow } from '../store.ts';

/** The history of a case, across all modules. */
export async function readHistory(ctx: Ctx, row: ConsultationRow) {
  const subject = row.source === 'membership' ? String(row.enrollment?.['id'] ?? '') : row.source_id;
  const [
    events,
    { calls, money, settled_at: settledAt },
    messages,
    answers,
    trail,
    documents,
    holds,
    replies,
    payments,
    closing,
    notes,
    assignments,
    requests,
  ] = await Promise.all([
    listConsultationEvents(ctx.db, subject),
    getConsultation(ctx, row.id),
    listMessages(ctx, row.source_id),
    listMessages(ctx, row.id),
    listConsultationTrail(ctx.db, [row.id, row.source_id]),
    listDocuments(ctx, row.source_id),
    listConsultationHolds(ctx, row.id),
    listReplies(ctx, row.id),
    getPayments(ctx, row.id),
    getClosing(ctx, row.id),
    listNotes(ctx, row.id),
    listAssignments(ctx, row.id),
    listRequests(ctx, row.id),
  ]);
  return {
    events,
    calls,
    money,
    settledAt,
    messages: [...messages, ...answers],
    trail,
    documents,
    holds,
    replies,
    payments,
    closing,
    notes,
    assignments,
    requests,
  };
}
