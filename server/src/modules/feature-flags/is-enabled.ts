import type { Rx } from '#context';
import { enabledByDefault, type FlagName } from './rules.ts';
import { findFlag } from './store.ts';

/** Read from the database each time, together with other reads, so that a change is in force everywhere at once. */
export async function isEnabled(ctx: Pick<Rx, 'config' | 'db'>, name: FlagName): Promise<boolean> {
  const row = await findFlag(ctx.db, name);
  return row?.open ?? enabledByDefault(ctx.config, name);
}
