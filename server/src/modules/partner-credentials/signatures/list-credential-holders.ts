import type { Ctx } from '#context';
import type { CredentialHolder } from '../rules.ts';
import { listHolderRows } from './store.ts';

/** Whose signed credentials these are, of any institution; ids that are none are left out. */
export async function listCredentialHolders(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Map<string, CredentialHolder>> {
  if (ids.length === 0) return new Map();
  const rows = await listHolderRows(db, ids);
  return new Map(
    rows.map(({ id, institution_id: institutionId, livemode }) => [id, { institutionId, livemode, credentialId: id }]),
  );
}
