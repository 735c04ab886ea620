import type { Tx } from '#context';
import { cancelMessagesAbout } from '../customer-store.ts';

/** Withdraws messages about these subjects, such as intakes, that were not sent yet. */
export function withdrawMessages(tx: Tx, subjectIds: readonly string[]): void {
  if (subjectIds.length > 0) cancelMessagesAbout(tx.db, subjectIds, tx.clock.now());
}
