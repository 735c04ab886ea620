import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { fileIn, rosterFileNotFound } from '../errors.ts';
import { listRows, type PlanRow } from '../plan-store.ts';
import { rangeOf, type PlanAction } from '../rules.ts';
import { findFile } from '../store.ts';

type Page = {
  readonly id: string;
  readonly action: PlanAction | undefined;
  readonly warned: boolean;
  readonly after: number;
};

const pageRows = 50;
/** Above every number of a plan. */
const last = 2_000_000_000;

/** A page of a plan's rows; `next` is the number after which it goes on. */
export async function listPlanRows(
  { db }: Ctx,
  tenant: Tenant,
  { id, action, warned, after }: Page,
): Promise<{ readonly rows: PlanRow[]; readonly next: number | undefined }> {
  const file = await findFile(db, tenant, id);
  if (file === undefined) throw rosterFileNotFound();
  // While a file is read its rows are those of an earlier plan, or none.
  if (file.counts === null || file.status === 'reading' || file.status === 'failed') throw fileIn(file.status);
  const range = action === undefined ? { after: 0, upTo: last } : rangeOf(file.counts, action);
  const from = Math.max(after, range.after);
  const rows = await listRows(db, file, { after: from, upTo: range.upTo, limit: pageRows + 1, warned });
  return { rows: rows.slice(0, pageRows), next: rows.length > pageRows ? rows[pageRows - 1]?.seq : undefined };
}
