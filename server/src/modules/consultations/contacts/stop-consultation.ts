import type { Tx } from '#context';
import { type ConsultationContacts, listContacts } from './list-contacts.ts';
import { stopRow } from './store.ts';

/** `stoppedBefore` when nobody was to be called about it any more. */
type StoppedConsultation = ConsultationContacts & { readonly stoppedBefore: boolean };

/**
 * Ends all calls about one consultation, by a page that was opened with a link others may have: nobody proved to be the
 * customer, so no contact is listed. A closed one is stopped too, since it may be opened again. Returns undefined when it is unknown.
 */
export async function stopConsultation(tx: Tx, id: string): Promise<StoppedConsultation | undefined> {
  const stopped = await stopRow(tx.db, id, tx.clock.now());
  const [found] = stopped === undefined ? [] : await listContacts(tx, [id]);
  return found && stopped && { ...found, stoppedBefore: stopped.before };
}
