import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { presentS } from './rules.ts';
import { listSeenSince } from './store.ts';

/** Who is signed in and was seen a moment ago; a token says nothing about whether somebody is there. */
export async function listPresentStaff({ db, clock }: Pick<Ctx | Tx, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now();
  return (await listSeenSince(db, { now, since: addSeconds(now, -presentS) })).map(({ staff_id: id }) => id);
}
