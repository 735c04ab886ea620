import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { listRows } from '../row-store.ts';
import type { ReferralFile } from '../store.ts';
import { outcomeOf } from '../view-rules.ts';

const pageRows = 1000;
/** First, since a row may have more cells than there are columns. */
const added = ['Rejected row', 'Rejected because'];

/** Rows that were rejected, as they are in the file, with the reason: to be mended and uploaded again. */
export async function* writeRejectedCsv({ db }: Ctx, file: ReferralFile): AsyncGenerator<string> {
  // A file that is mended a second time has these columns already.
  const isOwn = (_: unknown, index: number): boolean => !added.includes(file.columns[index] ?? '');
  yield toCsv([[...added, ...file.columns.filter(isOwn)]]);
  for (let after = 0; ;) {
    const rows = await listRows(db, file, { after, limit: pageRows, filter: 'rejected' });
    const end = rows.at(-1);
    if (end === undefined) return;
    const full = rows.flatMap((row) => (row.cells === null ? [] : [{ row, cells: row.cells }]));
    yield toCsv(
      full.map(({ row, cells }) => [row.rowNumber, outcomeOf(file, row, true).reason, ...cells.filter(isOwn)]),
    );
    after = end.rowNumber;
  }
}
