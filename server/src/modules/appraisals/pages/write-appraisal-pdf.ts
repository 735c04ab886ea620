import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sender } from '#lib/brand/letterhead';
import type { Language } from '#lib/languages/language';
import type { AppraisalInputs } from '../schemas.ts';
import { describeAppraisal, type Table } from './document-rules.ts';
import { PdfPaper } from './pdf-paper.ts';

type Released = {
  /** Where the figure can be computed again; undefined for a draft. */
  readonly url: string | undefined;
  readonly sha256: string | undefined;
  readonly at: Date;
  readonly team: Sender;
  /** In Spanish it is a translation, and says so. */
  readonly language: Language;
};

const usedWidths = [168, 76, 52, 68, 78, 62];
const leftOutWidths = [150, 72, 52, 66, 164];

/** Some ten milliseconds of work. */
const rowsPerTurn = 10;

/** The appraisal as PDF. The same version of the same team gives the same bytes. */
export async function writeAppraisalPdf(inputs: AppraisalInputs, released: Released): Promise<Buffer> {
  const { url, sha256, at, language, team } = released;
  const shown = describeAppraisal(inputs, language);
  const { heads } = shown;
  const title = `${shown.title}: ${shown.vehicle}`;
  const paper = await PdfPaper.create({ title, at, team });
  const bytes = buffer(paper.stream);
  paper.heading(1, title);
  if (inputs.version === null) paper.paragraph(heads.paperDraft, { font: 'bold', size: 11 });
  if (language !== 'en') paper.paragraph(heads.governs, { font: 'bold', size: 11 });
  paper.heading(2, heads.value);
  paper.paragraph(shown.value, { font: 'bold', size: 20 });
  paper.paragraph(shown.valueWords);
  paper.heading(2, heads.besideOffer);
  paper.facts(shown.offer);
  if (shown.offerWords !== undefined) paper.paragraph(shown.offerWords);
  paper.heading(2, heads.vehicle);
  paper.facts(shown.facts);
  if (shown.remarks.length > 0) paper.heading(2, heads.remarks);
  for (const words of shown.remarks) paper.paragraph(words);
  paper.heading(2, heads.made);
  for (const words of shown.formula) paper.paragraph(words);
  await writeTable(paper, shown.comparables, usedWidths);
  if (shown.leftOut !== undefined) await writeTable(paper, shown.leftOut, leftOutWidths);
  paper.heading(2, heads.limits);
  paper.list(shown.limits);
  paper.heading(2, heads.nature);
  for (const words of shown.nature) paper.paragraph(words);
  paper.heading(2, heads.signature);
  paper.facts(shown.signature);
  if (url !== undefined) {
    paper.paragraph(heads.paperCheck);
    paper.paragraph(url);
  }
  if (sha256 !== undefined) {
    paper.paragraph(heads.paperPrint);
    paper.paragraph(sha256);
  }
  if (shown.annex.length > 0) {
    paper.heading(2, heads.annex);
    paper.paragraph(heads.annexWords);
    paper.list(shown.annex);
  }
  if (paper.replaced) paper.paragraph(heads.paperReplaced);
  paper.end(heads.paperFoot(inputs.case_number, String(inputs.version ?? heads.draft)));
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
