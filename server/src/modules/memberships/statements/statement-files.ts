import { buffer } from 'node:stream/consumers';
import type Pdf from 'pdfkit';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { colors } from '#lib/brand/colors';
import { drawMark, letterhead, type Sender } from '#lib/brand/letterhead';
import { toCsv } from '#lib/csv/csv';
import type { Mail } from '#lib/mail/mail';
import { centsToPrint, centsToText } from '#lib/numbers/money';
import { messagePurposes, queueMessage } from '#modules/customers';
import { listNoticeRecipients } from '#modules/partners';
import { transact } from '#platform/db';
import { invalidState, noBillingContact, statementNotFound } from '../errors.ts';
import { getStatement, type PrintableStatement } from './statements.ts';
import { insertStatementChange, lockStatement } from './store.ts';

const header = [
  'statement',
  'institution',
  'period',
  'issued_on',
  'due_on',
  'plan',
  'quantity',
  'unit_price',
  'amount',
  'currency',
];

/** Plan codes are in lower case, so no plan has this name. */
const totalName = 'TOTAL';

/** A statement as CSV: a row for each plan, and one for their sum. */
export function writeStatementCsv({ institution, statement }: Omit<PrintableStatement, 'parties'>): string {
  const { number, period, issued_at, due_at, currency, lines } = statement;
  const same = [number, institution, period, issued_at.slice(0, 10), due_at.slice(0, 10)];
  return toCsv([
    header,
    ...lines.map(({ plan, quantity, unit_price_cents: price, amount_cents: amount }) => [
      ...same,
      plan,
      quantity,
      centsToText(price),
      centsToText(amount),
      currency,
    ]),
    [...same, totalName, statement.enrollment_count, '', centsToText(statement.amount_cents), currency],
  ]);
}

const margin = 64;
const left = margin;
/** Letter paper is 612 points wide. */
const right = 612 - margin;
/** The right edge of each column of numbers. */
const columnEnds = { quantity: 330, price: 430, amount: right };

/** Characters outside the standard fonts that every PDF reader has. */
const unknownLetters = /[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122]/gu;

/** A statement as PDF. The same statement gives the same bytes: its creation date is the time it was issued. */
export async function writeStatementPdf(
  { institution, statement, parties }: PrintableStatement,
  team: Sender,
): Promise<Buffer> {
  // Loaded on first use: it takes longer to load than everything else that serves requests.
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
  writeLetterhead(doc, team);
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
  writeParties(doc, parties);
  writeLines(doc, statement);
  doc.end();
  return bytes;
}

type Doc = InstanceType<typeof Pdf>;

const { ink, soft, brand, line } = colors.light;

/** Our name and address, in the top margin: twenty plans leave no room for it below. */
function writeLetterhead(doc: Doc, team: Sender): void {
  const { name, reach } = letterhead(team);
  const beside = { width: right - left - 36, height: 12, ellipsis: true };
  const print = (text: string): string => text.replace(unknownLetters, '?');
  drawMark(doc, { x: left, y: 24, size: 26 });
  doc.font('Helvetica-Bold').fontSize(11).fillColor(brand);
  doc.text(print(name), left + 36, 26, beside);
  doc.font('Helvetica').fontSize(8).fillColor(soft);
  doc.text(print(reach), left + 36, 40, beside);
  doc.fillColor(ink);
}

function writeHead(doc: Doc, facts: readonly (readonly [name: string, value: string])[]): void {
  doc.fontSize(11);
  for (const [name, value] of facts) {
    const { y } = doc;
    doc.font('Helvetica').text(name, left, y, { width: 90 });
    // Last, because a long name takes several lines and the next element is placed below them.
    doc.font('Helvetica-Bold').text(value, left + 100, y, { width: right - left - 100 });
    doc.moveDown(0.25);
  }
}

/** Three addresses in columns, each cut to its column, so that one page is enough. Unknown ones have no column. */
function writeParties(doc: Doc, { issuer, billTo, remitTo }: PrintableStatement['parties']): void {
  const known = [['From', issuer] as const, ['Bill to', billTo] as const, ['Remit to', remitTo] as const].flatMap(
    ([name, address]) => (address === null ? [] : [[name, address] as const]),
  );
  if (known.length === 0) return;
  doc.moveDown(1);
  const { y } = doc;
  const width = (right - left) / 3;
  for (const [index, [name, address]] of known.entries()) {
    const x = left + index * width;
    doc
      .font('Helvetica')
      .fontSize(11)
      .text(name, x, y, { width: width - 10 });
    const lines = address.split(/\r?\n/).map((line) => line.trim().replace(unknownLetters, '?'));
    const text = lines.slice(0, addressLines).join('\n');
    doc.fontSize(10).text(text, x, y + 15, { width: width - 10, height: addressHeight, ellipsis: true });
  }
  doc.x = left;
  doc.y = y + 15 + addressHeight;
}

/** Name, two lines of street, city and country, and one more. */
const addressLines = 6;
const addressHeight = 74;

/** At most twenty plans, so one page is enough. */
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

type Statement = PrintableStatement['statement'];

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
  doc.moveTo(left, doc.y).lineTo(right, doc.y).lineWidth(0.5).stroke(line);
  doc.y += 5;
}

/** Emails a statement, as PDF, to the recipients that its institution chose; messages and record commit together. */
export async function sendStatement(ctx: Ctx, institutionId: string, id: string): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  const paper = await getStatement(ctx, institutionId, id);
  const chosen = await listNoticeRecipients(ctx, { notice: 'statements', institutionIds: [institutionId] });
  const recipients = chosen.get(institutionId) ?? [];
  if (recipients.length === 0) throw noBillingContact();
  // Outside the transaction: creating a PDF takes a moment.
  const pdf = await writeStatementPdf(paper, ctx.config.team);
  await transact(ctx, async (tx) => {
    const now = await lockStatement(tx.db, institutionId, id);
    if (now === undefined) throw statementNotFound();
    if (now.status === 'void') throw invalidState(now.status);
    const change = { kind: 'sent', staff_id: staffId, at: tx.clock.now(), note: null } as const;
    insertStatementChange(tx.db, { institutionId, id }, change);
    const file = { name: `${paper.statement.number}.pdf`, type: 'application/pdf', base64: pdf.toString('base64') };
    queueMessage(
      tx,
      ...recipients.map((to) => ({
        purpose: messagePurposes.statement,
        subjectId: id,
        subjectVersion: institutionId,
        content: { channel: 'email' as const, to, mail: composeMail(paper), attachments: [file] },
      })),
    );
  });
  return { ok: true };
}

function composeMail({ statement, parties }: PrintableStatement): Mail {
  const { number, period, status, currency, amount_cents: amount, enrollment_count: count } = statement;
  const total = `${centsToPrint(amount)} ${currency}`;
  return {
    language: 'en',
    subject: `Membership statement ${number}`,
    paragraphs: [
      `Statement ${number} for ${period}: ${total} for ${count} ${count === 1 ? 'vehicle' : 'vehicles'}.`,
      status === 'paid' ? 'It is marked as paid.' : `Due on ${statement.due_at.slice(0, 10)}.`,
      ...(parties.remitTo === null || status === 'paid' ? [] : [`Remit to:\n${parties.remitTo}`]),
      'The statement is attached.',
    ],
    why: 'You get this because your institution chose this address for its statements.',
  };
}
