import type { Tx } from '#context';
import { updateLiveOpened } from './store.ts';

/** From the commit on the institution can have live credentials and endpoints; undefined when it could before. */
export const allowLiveMode = (tx: Tx, institutionId: string): Promise<{ name: string } | undefined> =>
  updateLiveOpened(tx.db, institutionId, tx.clock.now());
