import type { Ctx, Tx } from '#context';
import { listContactRows } from './contact-store.ts';

/** The technical contact of each of these institutions; those without one are left out. */
export async function listTechnicalContacts(
  ctx: Ctx | Tx,
  institutionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listContactRows(ctx.db, institutionIds);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
