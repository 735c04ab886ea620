import type { Ctx } from '#context';
import { anchorOf } from './rules.ts';
import { findMac } from './store.ts';

/** Whether the trail has the row that an anchor names, with the same fingerprint. */
export async function isOnTrail({ db }: Pick<Ctx, 'db'>, anchor: string): Promise<boolean> {
  const seq = Number.parseInt(anchor, 10);
  const mac = seq === 0 ? Buffer.alloc(0) : await findMac(db, seq);
  return mac !== undefined && anchorOf(seq, mac) === anchor;
}
