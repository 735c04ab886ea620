import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppraisalInputs } from '../schemas.ts';
import { describeAppraisal, type Table } from './document-rules.ts';
import { PdfPaper } from './pdf-paper.ts';

type Released = {
  /** Where the figure can be computed again; undefined for a draft. */
  readonly url: string | undefined;
  readonly sha256: string | undefined;
  readonly at: Date;
};

const usedWidths = [168, 76, 52, 68, 78, 62];
const leftOutWidths = [150, 72, 52, 66, 164];

/** Some ten milliseconds of work. */
const rowsPerTurn = 10;

/** The appraisal as PDF. The same version gives the same bytes. */
export async function writeAppraisalPdf(inputs: AppraisalInputs, { url, sha256, at }: Released): Promise<Buffer> {
  const shown = describeAppraisal(inputs);
  const title = `${shown.title}: ${shown.vehicle}`;
  const paper = await PdfPaper.create({ title, at });
  const bytes = buffer(paper.stream);
  paper.heading(1, title);
  if (inputs.version === null) paper.paragraph('DRAFT, not released.', { font: 'bold', size: 11 });
  paper.heading(2, 'Value');
  paper.paragraph(shown.value, { font: 'bold', size: 20 });
  paper.paragraph(shown.valueWords);
  paper.heading(2, 'Beside the insurer’s offer');
  paper.facts(shown.offer);
  if (shown.offerWords !== undefined) paper.paragraph(shown.offerWords);
  paper.heading(2, 'The vehicle');
  paper.facts(shown.facts);
  if (shown.remarks.length > 0) paper.heading(2, 'Remarks');
  for (const words of shown.remarks) paper.paragraph(words);
  paper.heading(2, 'How the figure was made');
  for (const words of shown.formula) paper.paragraph(words);
  await writeTable(paper, shown.comparables, usedWidths);
  if (shown.leftOut !== undefined) await writeTable(paper, shown.leftOut, leftOutWidths);
  paper.heading(2, 'What limits it');
  paper.list(shown.limits);
  paper.heading(2, 'What this is, and is not');
  for (const words of shown.nature) paper.paragraph(words);
  paper.heading(2, 'Signature');
  paper.facts(shown.signature);
  if (url !== undefined) {
    paper.paragraph('See whether this is the newest version, and have the figure computed again, at:');
    paper.paragraph(url);
  }
  if (sha256 !== undefined) {
    paper.paragraph('Fingerprint of the inputs (SHA-256):');
    paper.paragraph(sha256);
  }
  if (paper.replaced) paper.paragraph('Characters that this font does not have are written as their Unicode numbers.');
  paper.end(`${shown.title}, case ${inputs.case_number}, version ${inputs.version ?? 'draft'}`);
  return bytes;
}

async function writeTable(paper: PdfPaper, table: Table, widths: readonly number[]): Promise<void> {
  paper.heading(2, table.caption);
  const written = paper.table(table, widths);
  for (const index of table.rows.keys()) {
    // A hundred rows take a while; others are served meanwhile.
    if (index % rowsPerTurn === 0) await nextTurn();
    written.row(index);
  }
  written.end();
}
