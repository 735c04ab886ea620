import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { StatementSettings } from './paper-schemas.ts';
import { findStatementSettings } from './paper-store.ts';

/** Who issues statements and where they are paid; null until an administrator sets it. */
export async function getStatementSettings(ctx: Ctx): Promise<StatementSettings> {
  requireStaff(ctx.actor);
  const row = await findStatementSettings(ctx.db);
  return {
    issuer: row?.issuer ?? null,
    remit_to: row?.remit_to ?? null,
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}
