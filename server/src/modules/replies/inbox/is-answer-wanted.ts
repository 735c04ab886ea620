import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';

/**
 * A staff member's answer is sent only while the case is open, its owner has not stopped contact, and the number is
 * still theirs: one that turned out to be somebody else's gets no word of the case.
 */
export async function isAnswerWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return (await listContacts(ctx, [subjectId])).some(
    ({ isOpen, hasStopped, contacts }) => isOpen && !hasStopped && isCurrent(contacts),
  );
}
