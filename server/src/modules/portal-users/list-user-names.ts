import type { Ctx } from '#context';
import { listNamesOf } from './store.ts';

/** Names of users by id. */
export async function listUserNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listNamesOf(ctx.db, ids)).map(({ id, name }) => [id, name]));
}
