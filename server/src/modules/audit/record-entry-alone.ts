import type { Ctx } from '#context';
import { recordEntry } from './trail-entries.ts';
import type { NewEntry } from './rules.ts';

/** Adds a row in a transaction of its own, for requests that change nothing else. */
export const recordEntryAlone = (ctx: Pick<Ctx, 'db' | 'vault' | 'clock'>, entry: NewEntry): Promise<void> =>
  ctx.db.inTransaction((db) => recordEntry({ db, vault: ctx.vault, clock: ctx.clock }, entry));
