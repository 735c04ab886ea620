import { buffer } from 'node:stream/consumers';
import type Pdf from 'pdfkit';
import { centsToPrint } from '#lib/money';
import type { StatementPaper } from './list-statements.ts';

const margin = 64;
const left = margin;
/** Letter paper is 612 points wide. */
const right = 612 - margin;
/** Where each column of numbers ends. */
const columnEnds = { quantity: 330, price: 430, amount: right };

/** Beyond these the fonts that every reader of PDF has on its own have no letters. */
const unknownLetters = /[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122]/gu;

/** A statement on paper. The same statement gives the same bytes: its time is the one it was issued at. */
export async function writeStatementPdf({ institution, statement }: StatementPaper): Promise<Buffer> {
  // Loaded when somebody asks for paper: it takes longer to load than all else that serves requests.
  const { default: Paper } = await import('pdfkit');
  const title = `Membership statement ${statement.number}`;
  const doc = new Paper({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Creator: 'Makewhole', Producer: 'Makewhole', CreationDate: new Date(statement.issued_at) },
  });
  const bytes = buffer(doc);
  doc.font('Helvetica-Bold').fontSize(20).text('Membership statement', left, margin);
  doc.moveDown(0.6);
  writeHead(doc, [
    ['Statement', statement.number],
    ['Institution', institution.replace(unknownLetters, '?')],
    ['Period', statement.period],
    ['Issued', statement.issued_at.slice(0, 10)],
    ['Due', statement.due_at.slice(0, 10)],
    ['Status', statement.status],
  ]);
  writeLines(doc, statement);
  doc.end();
  return bytes;
}

type Doc = InstanceType<typeof Pdf>;

function writeHead(doc: Doc, facts: readonly (readonly [name: string, value: string])[]): void {
  doc.fontSize(11);
  for (const [name, value] of facts) {
    const { y } = doc;
    doc.font('Helvetica').text(name, left, y, { width: 90 });
    // Last, since a long name takes several lines and what follows stands below them.
    doc.font('Helvetica-Bold').text(value, left + 100, y, { width: right - left - 100 });
    doc.moveDown(0.25);
  }
}

/** At most twenty plans, so one page holds them. */
function writeLines(doc: Doc, { lines, enrollment_count: count, amount_cents: total, currency }: Statement): void {
  doc.moveDown(1.5).fontSize(11);
  doc.font('Helvetica-Bold');
  writeRow(doc, ['Plan', 'Vehicles', `Price (${currency})`, `Amount (${currency})`]);
  rule(doc);
  doc.font('Helvetica');
  for (const { plan, quantity, unit_price_cents: price, amount_cents: amount } of lines)
    writeRow(doc, [plan, String(quantity), centsToPrint(price), centsToPrint(amount)]);
  rule(doc);
  doc.font('Helvetica-Bold');
  writeRow(doc, ['Total', String(count), '', centsToPrint(total)]);
}

type Statement = StatementPaper['statement'];

function writeRow(doc: Doc, [plan, quantity, price, amount]: readonly [string, string, string, string]): void {
  const { y } = doc;
  const cells = [
    [quantity, columnEnds.quantity],
    [price, columnEnds.price],
    [amount, columnEnds.amount],
  ] as const;
  doc.text(plan, left, y, { width: 220 });
  for (const [text, end] of cells) doc.text(text, end - 100, y, { width: 100, align: 'right' });
  doc.x = left;
  doc.moveDown(0.3);
}

function rule(doc: Doc): void {
  doc.moveTo(left, doc.y).lineTo(right, doc.y).lineWidth(0.5).stroke();
  doc.y += 5;
}
