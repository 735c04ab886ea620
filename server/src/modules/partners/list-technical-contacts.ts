import type { Ctx, Tx } from '#context';
import { listContactRows } from './contact-store.ts';

/** Whom each of these institutions wants to be written to about its interfaces; those that named nobody are left out. */
export async function listTechnicalContacts(
  ctx: Ctx | Tx,
  institutionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listContactRows(ctx.db, institutionIds);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
