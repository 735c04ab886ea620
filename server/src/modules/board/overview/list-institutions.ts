import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listInstitutionRows } from './load-store.ts';
import { accountsPerPage, toAccountsPage } from './rules.ts';
import type { Accounts } from '../overview-schemas.ts';

/** Institutions, newest first. */
export async function listInstitutions(ctx: Ctx, before: string | undefined): Promise<Accounts> {
  requireStaff(ctx.actor);
  return toAccountsPage(await listInstitutionRows(ctx.db, before, accountsPerPage + 1));
}
