import { requireRole } from '#actor';
import type { Ctx } from '#context';
import type { Accounts } from './schemas.ts';
import { listAgentRows, listInstitutionRows, type AccountRow } from './load-store.ts';

const perPage = 50;

/** Registered agents, newest first, for whoever has to suspend one. */
export async function listAgents(ctx: Ctx, before: string | undefined): Promise<Accounts> {
  requireRole(ctx.actor, 'administrator');
  return toPage(await listAgentRows(ctx.db, before, perPage + 1));
}

/** Institutions, newest first. */
export async function listInstitutions(ctx: Ctx, before: string | undefined): Promise<Accounts> {
  requireRole(ctx.actor, 'administrator');
  return toPage(await listInstitutionRows(ctx.db, before, perPage + 1));
}

function toPage(rows: readonly AccountRow[]): Accounts {
  const data = rows.slice(0, perPage).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  const more = rows.length > perPage;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}
