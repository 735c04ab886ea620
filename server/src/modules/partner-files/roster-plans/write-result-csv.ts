import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { enrollmentIdsAt } from '#modules/memberships';
import { listRows, type PlanRow } from '../roster-files/plan-store.ts';
import { rangeOf, type PlanAction } from '../roster-files/rules.ts';
import type { RosterFile } from '../roster-files/store.ts';
import { outcomeOf } from '../roster-files/view-rules.ts';

/** Rows read, and so held in memory, at a time. */
const csvPageRows = 2000;
const last = 2_000_000_000;

/** The result of a file row by row, or for one action of its plan; before it is applied, the expected outcomes. */
export async function* writeResultCsv({ db }: Ctx, file: RosterFile, action?: PlanAction): AsyncGenerator<string> {
  const range = action === undefined || file.counts === null ? { after: 0, upTo: last } : rangeOf(file.counts, action);
  yield toCsv([['row', 'vin', 'outcome', 'reason', 'enrollment_id', 'warnings']]);
  for (let { after } = range; ;) {
    const rows = await listRows(db, file, { after, upTo: range.upTo, limit: csvPageRows, warned: false });
    const end = rows.at(-1);
    if (end === undefined) return;
    yield toCsv(rows.map((row) => toFields(file, row)));
    after = end.seq;
  }
}

function toFields(file: RosterFile, row: PlanRow): (string | number)[] {
  const { outcome, reason } = outcomeOf(file, row);
  const added = file.appliedAt !== null && row.idTail !== null && row.seq <= file.appliedThrough && !row.overtaken;
  const id = added && file.appliedAt !== null ? `${enrollmentIdsAt(file.appliedAt)}${row.idTail}` : row.enrollmentId;
  return [row.rowNumber ?? '', row.vin ?? '', outcome, reason, id ?? '', (row.warnings ?? []).join(' ')];
}
