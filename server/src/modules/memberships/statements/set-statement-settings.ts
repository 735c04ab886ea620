import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { getStatementSettings } from './get-statement-settings.ts';
import type { StatementSettings } from './paper-schemas.ts';
import { upsertStatementSettings } from './paper-store.ts';

type NewSettings = { readonly issuer: string; readonly remit_to: string };

/** Applies to statements that are issued from now on, and to earlier ones that had none. */
export async function setStatementSettings(ctx: Ctx, { issuer, remit_to }: NewSettings): Promise<StatementSettings> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) =>
    upsertStatementSettings(tx.db, { issuer: issuer.trim(), remitTo: remit_to.trim(), now: tx.clock.now() }),
  );
  return getStatementSettings(ctx);
}
