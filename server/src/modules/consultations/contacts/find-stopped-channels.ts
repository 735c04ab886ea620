import type { Ctx } from '#context';
import { channels, type Channel } from '../schemas.ts';
import { findStops } from './store.ts';

/** By which ways the customer wants no contact about a consultation: all of them once it is out of contact. */
export async function findStoppedChannels({ db }: Ctx, id: string): Promise<readonly Channel[]> {
  const stops = await findStops(db, id);
  return stops?.out === true ? channels : (stops?.stopped ?? []);
}
