import type { Ctx } from '#context';
import { anchorOf, beginning } from './rules.ts';
import { listLinks } from './store.ts';

/** Whether the ledger has the entry that an anchor names, with the same fingerprint. */
export async function isOnLedger({ db }: Pick<Ctx, 'db'>, anchor: string): Promise<boolean> {
  const seq = Number.parseInt(anchor, 10);
  const mac = seq === 0 ? beginning.mac : (await listLinks(db, [seq])).get(seq);
  return mac !== undefined && anchorOf({ seq, mac }) === anchor;
}
