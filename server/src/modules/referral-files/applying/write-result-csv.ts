import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { listRows } from '../row-store.ts';
import type { ReferralFile } from '../store.ts';
import { outcomeOf } from '../view-rules.ts';

/** Rows that are read, and so in memory, at a time. */
const pageRows = 1000;

/** What became of each row, or would; nothing in it says who somebody is. */
export async function* writeResultCsv(
  { db }: Ctx,
  file: ReferralFile,
  { unmasked }: { readonly unmasked: boolean },
): AsyncGenerator<string> {
  yield toCsv([['row', 'outcome', 'referral_id', 'reason']]);
  for (let after = 0; ;) {
    const rows = await listRows(db, file, { after, limit: pageRows, filter: undefined });
    const end = rows.at(-1);
    if (end === undefined) return;
    yield toCsv(
      rows.map((row) => {
        const { outcome, reason } = outcomeOf(file, row, unmasked);
        return [row.rowNumber, outcome, row.referralId ?? '', reason];
      }),
    );
    after = end.rowNumber;
  }
}
