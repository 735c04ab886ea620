import type { Ctx } from '#context';
import { recordEntry, type NewEntry } from '#modules/audit';
import { transact } from '#platform/db';

/** Records a refused sign-in: the account, if there is one, but nothing of what was typed. */
export async function recordRefusedSignIn(ctx: Ctx, entry: Omit<NewEntry, 'kind'>): Promise<void> {
  await transact(ctx, (tx) => recordEntry(tx, { kind: 'refused', ...entry }));
}
