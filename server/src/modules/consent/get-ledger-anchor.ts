import type { Ctx } from '#context';
import { isHeadIntact } from './check-rules.ts';
import { headBroken } from './errors.ts';
import { isOnLedger } from './is-on-ledger.ts';
import { anchorOf } from './rules.ts';
import { findHead } from './store.ts';

/** Where the ledger ends. Throws when its head was edited: what is signed must have been true. */
export async function getLedgerAnchor(ctx: Pick<Ctx, 'db' | 'vault'>): Promise<string> {
  const head = await findHead(ctx.db);
  if (head === undefined || !isHeadIntact(ctx.vault, head)) throw headBroken();
  const anchor = anchorOf(head);
  if (!(await isOnLedger(ctx, anchor))) throw headBroken();
  return anchor;
}
