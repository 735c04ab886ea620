import type { Tx } from '#context';
import { cancelMessagesAbout } from './people-store.ts';

/** Nothing more is owed about these cases: what has not left yet stays. */
export function withdrawMessages(tx: Tx, subjectIds: readonly string[]): void {
  if (subjectIds.length > 0) cancelMessagesAbout(tx.db, subjectIds, tx.clock.now());
}
