import type { Ctx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findHold } from '../hold-store.ts';

/** Every contact of the consultation that a hold belongs to. */
export async function listRenewalContacts(ctx: Ctx, { subjectId }: MessageSubject): Promise<Contacts[]> {
  const hold = await findHold(ctx.db, subjectId);
  return hold === undefined ? [] : (await listContacts(ctx, [hold.consultationId])).map(({ contacts }) => contacts);
}
