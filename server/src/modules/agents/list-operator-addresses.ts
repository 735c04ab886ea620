import type { Tx } from '#context';
import { listProfileAddresses } from './store.ts';

/** The registered address of each agent's operator. */
export async function listOperatorAddresses(
  { db }: Pick<Tx, 'db'>,
  principalIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (principalIds.length === 0) return new Map();
  const rows = await listProfileAddresses(db, principalIds);
  return new Map(rows.map(({ principal_id: id, operator_email: to }) => [id, [to]]));
}
