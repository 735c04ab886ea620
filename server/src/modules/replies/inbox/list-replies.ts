import type { Ctx } from '#context';
import { contactHashes } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { ReplyView } from '../schemas.ts';
import { listOfConsultation } from '../store.ts';
import { toReplyView } from './to-reply-view.ts';

/** What a case shows of its owner's replies. */
const shown = 50;

/** The replies from the contacts that the case has now, and the stops on its pages; newest first. */
export async function listReplies(ctx: Ctx, consultationId: string): Promise<ReplyView[]> {
  const found = (await listContacts(ctx, [consultationId])).find(({ id }) => id === consultationId);
  if (found === undefined) return [];
  const rows = await listOfConsultation(ctx.db, {
    hashes: contactHashes(ctx, found.contacts),
    caseId: consultationId,
    limit: shown,
  });
  return rows.map((row) => toReplyView(ctx, row));
}
