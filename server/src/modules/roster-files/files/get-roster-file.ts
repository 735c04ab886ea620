import type { Ctx, Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { rosterFileNotFound } from '../errors.ts';
import { findFile, type RosterFile } from '../store.ts';

export async function getRosterFile({ db }: Ctx | Tx, tenant: Tenant, id: string): Promise<RosterFile> {
  const file = await findFile(db, tenant, id);
  if (file === undefined) throw rosterFileNotFound();
  return file;
}
