import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { getConsultation, listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';

/** The claim counts as settled, its customer has not stopped contact, and the contact is theirs. */
export async function isSettled(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const [{ settled_at: settledAt }, ofCase] = await Promise.all([
    getConsultation(ctx, subjectId),
    listContacts(ctx, [subjectId]),
  ]);
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return settledAt !== null && ofCase.some(({ hasStopped, contacts }) => !hasStopped && isCurrent(contacts));
}
