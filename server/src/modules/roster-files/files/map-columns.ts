import type { Ctx } from '#context';
import { rememberColumns } from '#lib/tables/columns';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { fileIn, rosterFileNotFound, somebodyErased } from '../errors.ts';
import { findMappingProblem, type Mapping } from '../field-rules.ts';
import { erasedProblem, uploadGoesAt } from '../rules.ts';
import { findRemembered, lockFile, rememberMapping, updateFile } from '../store.ts';

/** Before it is applied, a file may be read again: with another mapping, or because the roster changed. */
const readable = ['uploaded', 'planned', 'void', 'failed'];

/** Says which column is what, remembers it, and has the file read into a plan. A plan that was made before ends. */
export async function mapColumns(
  ctx: Ctx,
  tenant: Tenant,
  { id, mapping }: { id: string; mapping: Mapping },
): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw rosterFileNotFound();
    if (file.problem === erasedProblem) throw somebodyErased();
    if (!readable.includes(file.status) || file.parts === 0) throw fileIn(file.status);
    if (uploadGoesAt(file.createdAt) <= now) throw fileIn('expired');
    const problem = findMappingProblem(file.columns, mapping);
    if (problem !== undefined) throw validationFailed([{ path: 'mapping', message: problem }]);
    const fields = rememberColumns(await findRemembered(tx.db, tenant), { columns: file.columns, mapping });
    rememberMapping(tx.db, tenant, { fields, now });
    const begun = { status: 'reading', problem: null, rows_read: 0, attempts: 0, retry_at: null } as const;
    updateFile(tx.db, file, { ...begun, mapping, updated_at: now });
  });
}
