import type { Ctx } from '#context';
import { findOldestDue } from './store.ts';

/** For how many seconds the oldest due delivery to a responding live endpoint has waited; 0 when nothing is due. */
export async function findLongestWait({ db, clock }: Ctx): Promise<number> {
  const now = clock.now();
  const due = await findOldestDue(db, now);
  return due === undefined ? 0 : (now.getTime() - due.getTime()) / 1000;
}
