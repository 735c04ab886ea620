import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listAgentRows } from './load-store.ts';
import { accountsPerPage, toAccountsPage } from './rules.ts';
import type { Accounts } from '../overview-schemas.ts';

/** Registered agents, newest first, for administrators who need to suspend one. */
export async function listAgents(ctx: Ctx, before: string | undefined): Promise<Accounts> {
  requireStaff(ctx.actor);
  return toAccountsPage(await listAgentRows(ctx.db, before, accountsPerPage + 1));
}
