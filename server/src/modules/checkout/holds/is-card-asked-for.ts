import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findHold } from '../hold-store.ts';

/** The charge has failed and nothing happened since: no other card, no new attempt, no end; and the number is theirs. */
export async function isCardAskedFor(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const hold = await findHold(ctx.db, subjectId);
  if (hold?.state !== 'charge_failed' || hold.requestedAction !== null) return false;
  const ofCase = await listContacts(ctx, [hold.consultationId]);
  if (ofCase.some(({ hasStopped }) => hasStopped)) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return ofCase.some(({ contacts }) => isCurrent(contacts));
}
