import type { Ctx, Tx } from '#context';
import { openByDefault, type SwitchName } from './rules.ts';
import { findSwitch } from './store.ts';

/** Asked anew each time, beside the other reads of a transaction, so that a closed door is closed everywhere at once. */
export async function isOpen(ctx: Ctx | Tx, name: SwitchName): Promise<boolean> {
  const row = await findSwitch(ctx.db, name);
  return row?.open ?? openByDefault(ctx.config, name);
}
