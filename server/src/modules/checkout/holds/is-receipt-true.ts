import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findHold } from '../hold-store.ts';
import { refundedOf } from '../refund-rules.ts';
import { netCents } from '../rules.ts';

/** The charge stands, at least in part; and the number is theirs. Who stopped contact about the case is not written to. */
export async function isReceiptTrue(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const hold = await findHold(ctx.db, subjectId);
  if (hold?.state !== 'captured' || netCents({ ...hold, refundedCents: refundedOf(hold) }) === 0) return false;
  const ofCase = await listContacts(ctx, [hold.consultationId]);
  if (ofCase.some(({ hasStopped }) => hasStopped)) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return ofCase.some(({ contacts }) => isCurrent(contacts));
}
