import type { Ctx } from '#context';
import { rememberColumns } from '#lib/tables/columns';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { fileIn } from '../errors.ts';
import { findMappingProblem, type Mapping } from '../field-rules.ts';
import { getReferralFile } from '../files/get-referral-file.ts';
import { countVerdicts, rowsMax } from '../rules.ts';
import { findRemembered, lockFile, rememberMapping, updateFile, type ReferralFile } from '../store.ts';
import { listRows, updateOutcomes } from '../row-store.ts';
import { checkRows } from './check-rows.ts';

type Columns = { readonly id: string; readonly mapping: Mapping };

/** Says which column is what, remembers it, and makes the dry run. One that was made before ends. */
export async function mapReferralColumns(ctx: Ctx, tenant: Tenant, { id, mapping }: Columns): Promise<void> {
  const file = await getReferralFile(ctx, tenant, id);
  requireUnapplied(file);
  const problem = findMappingProblem(file.columns, mapping);
  if (problem !== undefined) throw validationFailed([{ path: 'mapping', message: problem }]);
  // Outside a transaction, as it takes a second or two; the cells of a row never change.
  const rows = await listRows(ctx.db, file, { after: 0, limit: rowsMax, filter: undefined });
  const verdicts = await checkRows(ctx, tenant, { rows, mapping });
  await transact(ctx, async (tx) => {
    const locked = await lockFile(tx.db, tenant, id);
    requireUnapplied(locked ?? file);
    const now = tx.clock.now();
    const fields = rememberColumns(await findRemembered(tx.db, tenant), { columns: file.columns, mapping });
    rememberMapping(tx.db, tenant, { fields, now });
    updateOutcomes(tx.db, file, verdicts);
    const counts = countVerdicts(verdicts);
    updateFile(tx.db, file, { mapping, counts, status: 'checked', checked_at: now, updated_at: now });
  });
}

function requireUnapplied({ status }: ReferralFile): void {
  if (status !== 'uploaded' && status !== 'checked') throw fileIn(status);
}
