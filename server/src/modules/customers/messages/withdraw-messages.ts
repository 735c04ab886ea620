import type { Tx } from '#context';
import { cancelMessagesAbout } from '../customer-store.ts';

/** Withdraws messages about these subjects, such as intakes, that were not sent yet; of one channel, or of all. */
export function withdrawMessages(tx: Tx, subjectIds: readonly string[], channel?: 'email' | 'text'): void {
  if (subjectIds.length > 0) cancelMessagesAbout(tx.db, { subjectIds, channel, now: tx.clock.now() });
}
