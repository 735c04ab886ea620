import type { Ctx } from '#context';
import type { Stop } from '#lib/text/stop-link';
import { listContacts } from '#modules/consultations';

/** Whether a stop link is of a test: it says so itself, or the case does that it stops. Only cases of tests are ever removed. */
export async function isTestStop(ctx: Ctx, stop: Stop): Promise<boolean> {
  if ('contacts' in stop) return stop.contacts.test === true;
  const [found] = await listContacts(ctx, [stop.consultationId]);
  return found === undefined || found.contacts.test === true;
}
