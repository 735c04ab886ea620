import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sender } from '#lib/brand/letterhead';
import { centsToPrint } from '#lib/numbers/money';
import { PdfPaper } from '#modules/appraisals';
import type { ExposureLedger, ExposureTotals, LedgerRow } from '../exposure/schemas.ts';

type Printed = { readonly ledger: ExposureLedger; readonly institution: string; readonly at: Date };

const amount = (cents: number | null): string => (cents === null ? 'unknown' : centsToPrint(cents));

const widths = [150, 62, 73, 73, 73, 73];
/** Some ten milliseconds of work. */
const rowsPerTurn = 10;

/** The ledger as PDF: the sums, then each month, then each referral. Amounts are US dollars. */
export async function writeLedgerPdf({ ledger, institution, at }: Printed, team: Sender): Promise<Buffer> {
  const paper = await PdfPaper.create({ title: 'GAP exposure ledger', at, team });
  const bytes = buffer(paper.stream);
  const { totals } = ledger;
  paper.heading(1, 'GAP exposure ledger');
  paper.facts([
    ['Institution', institution],
    ['Settled from', ledger.from.slice(0, 10)],
    ['Settled before', ledger.to.slice(0, 10)],
    ['Mode', ledger.livemode ? 'live' : 'sandbox'],
    ['Amounts', 'US dollars; vehicle values before tax and fees, less the deductible'],
  ]);
  paper.heading(2, 'Sum');
  paper.facts([
    ['Settled referrals', String(totals.settled)],
    ['Counted in the amounts below', String(totals.known)],
    ['Not counted, because something is unknown', String(totals.unknown)],
    ['Exposure before', centsToPrint(totals.before_cents)],
    ['Exposure after', centsToPrint(totals.after_cents)],
    ['Reduction', centsToPrint(totals.reduction_cents)],
    ['Growth, where a settlement is below the first offer', centsToPrint(totals.growth_cents)],
    ['Borrowers’ surplus', centsToPrint(totals.surplus_cents)],
    ['Beyond the program, left to the borrowers', centsToPrint(totals.beyond_program_cents)],
  ]);
  await writeTable(paper, 'By month', ledger.by_month.map(toMonth));
  await writeTable(paper, 'By referral', [...ledger.rows.map(toCells), ['Total', '', ...toSums(totals)]]);
  paper.end('GAP exposure ledger');
  return bytes;
}

async function writeTable(paper: PdfPaper, caption: string, rows: readonly (readonly string[])[]): Promise<void> {
  paper.heading(2, caption);
  const heads = [caption === 'By month' ? 'Month' : 'Referral', 'Settled', 'Before', 'After', 'Reduction', 'Growth'];
  const table = paper.table({ caption, heads, rows }, widths);
  for (const index of rows.keys()) {
    if (index % rowsPerTurn === 0) await nextTurn();
    table.row(index);
  }
  table.end();
}

const toSums = (sums: ExposureTotals): string[] =>
  [sums.before_cents, sums.after_cents, sums.reduction_cents, sums.growth_cents].map(centsToPrint);

const toMonth = ({ month, ...sums }: ExposureLedger['by_month'][number]): string[] => [
  month,
  String(sums.settled),
  ...toSums(sums),
];

const toCells = (row: LedgerRow): string[] => [
  row.consultation_number ?? row.referral_id,
  row.settled_at.slice(0, 10),
  ...[row.before_cents, row.after_cents, row.reduction_cents, row.growth_cents].map(amount),
];
