import type { Ctx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import { hasContactVersion } from '#lib/text/contacts';
import type { MessageSubject } from '#modules/customers';
import { listContacts } from '../contacts/list-contacts.ts';
import { getConsultation } from '../lifecycle/get-consultation.ts';

/** Whether the customer waits for our call: nobody spoke to them yet, there is a number, and they still want it. */
export async function isCallAhead(ctx: Ctx, { subjectId, subjectVersion = '' }: MessageSubject): Promise<boolean> {
  const [{ delivered_at: deliveredAt, calls }, [current]] = await Promise.all([
    getConsultation(ctx, subjectId),
    listContacts(ctx, [subjectId]),
  ]);
  if (current === undefined || !current.isOpen || current.hasStopped || deliveredAt !== null) return false;
  const { contacts, stoppedChannels } = current;
  if (stoppedChannels.includes('call')) return false;
  const isCallable = contacts.phone !== undefined && isDialable(contacts.phone);
  return isCallable && calls.at(-1)?.outcome !== 'confirmed' && hasContactVersion(ctx, contacts, subjectVersion);
}
