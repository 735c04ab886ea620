import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Pdf from 'pdfkit';
import { exportTooLarge } from '#platform/errors';
import type { ConsentRecord } from './schemas.ts';

const margin = 54;
/** Letter paper is 612 points wide. */
const width = 612 - 2 * margin;

/** Some ten milliseconds of work. */
const entriesPerTurn = 10;

/** Characters outside the standard fonts that every PDF reader has. */
const unknownLetters =
  /[^\n\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]/gu;

/** Evidence must be complete: characters missing from the font and invisible ones are written as their numbers. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      unknownLetters,
      (letter) => `<U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
    );

/** The record of one consultation as PDF. The same record gives the same bytes. */
export async function writeConsentPdf(record: ConsentRecord): Promise<Buffer> {
  if (!record.complete) throw exportTooLarge('This case has more consent entries than one PDF can hold.');
  // Loaded on first use: it takes longer to load than everything else that serves requests.
  const { default: Paper } = await import('pdfkit');
  const doc = new Paper({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `Consent record ${record.number}`,
      Creator: 'Makewhole',
      Producer: 'Makewhole',
      CreationDate: new Date(record.exported_at),
    },
  });
  const bytes = buffer(doc);
  writeHead(doc, record);
  await writeEntries(doc, record);
  writeWordings(doc, record);
  doc.end();
  return bytes;
}

type Doc = InstanceType<typeof Pdf>;

function writeHead(doc: Doc, record: ConsentRecord): void {
  const { verification: checked } = record;
  doc.font('Helvetica-Bold').fontSize(18).text(`Consent record ${record.number}`, margin, margin, { width });
  doc.moveDown(0.4).fontSize(9.5);
  writeFacts(doc, [
    ['Case', `${record.consultation_id}${record.test ? ' (test case)' : ''}`],
    ['Came from', `${record.source.replaceAll('_', ' ')} ${record.source_id}`],
    ['Email', record.email ?? 'none'],
    ['Telephone', record.phone_hint === null ? 'none' : `ends in ${record.phone_hint.slice(-4)}`],
    ['Exported', `${toUtc(record.exported_at)}`],
    ['Entries', String(record.entries.length)],
    ['Checked', checked.ok ? 'every entry below is as it was recorded' : `NOT INTACT: ${checked.problem}`],
    ['Not chained yet', String(checked.unchained)],
    ['Chain ended at', record.anchor],
  ]);
  paragraph(
    doc,
    'Times are UTC. Each entry has a fingerprint under a secret key over all its members, and one over itself and the ' +
      'entry before it; both were checked for the entries below. That none was removed is shown by a check of the whole ' +
      'ledger, "makewhole consent verify". What came from outside is quoted as a claim. Characters that this font does ' +
      'not have are written as their Unicode numbers.',
  );
}

async function writeEntries(doc: Doc, { entries }: ConsentRecord): Promise<void> {
  heading(doc, 'Entries');
  if (entries.length === 0) paragraph(doc, 'Nothing is recorded.');
  for (const [index, entry] of entries.entries()) {
    // The longest record takes seconds, so other requests are served in between.
    if (index % entriesPerTurn === 0) await nextTurn();
    doc.moveDown(0.6);
    doc.font('Helvetica-Bold').fontSize(10);
    doc.text(printable(`${toUtc(entry.at)}   ${entry.kind.replaceAll('_', ' ')}`), margin, doc.y, { width });
    doc.fontSize(9);
    const about = entry.contacts.join(', ') || 'no contact';
    writeFacts(doc, [
      ...Object.entries(entry.details).map(
        ([name, value]) => [name.replaceAll('_', ' '), String(value ?? 'none')] as const,
      ),
      ['about', `${about}${entry.subject_id === null ? ', no case' : `, ${entry.subject_id}`}`],
      ['entry', `${entry.id}, ${entry.seq === null ? 'not chained yet' : `number ${entry.seq}`}`],
      ...(entry.chain_mac === null ? [] : [['fingerprint', entry.chain_mac] as const]),
      ...(entry.problem === null ? [] : [['NOT INTACT', `this entry ${entry.problem}`] as const]),
    ]);
  }
}

function writeWordings(doc: Doc, { wordings }: ConsentRecord): void {
  if (wordings.length > 0) heading(doc, 'Words that were shown');
  for (const wording of wordings) {
    doc.moveDown(0.6).fontSize(9);
    writeFacts(doc, [
      ['version', wording.version],
      ['hash', wording.hash],
      ['first shown', toUtc(wording.first_shown_at)],
      ...(wording.problem === null ? [] : [['NOT INTACT', 'these words were changed'] as const]),
    ]);
    paragraph(doc, wording.words);
  }
}

const toUtc = (iso: string): string => iso.replace('T', ' ').replace('Z', ' UTC');

function heading(doc: Doc, text: string): void {
  doc.moveDown(1).font('Helvetica-Bold').fontSize(13).text(text, margin, doc.y, { width });
}

function paragraph(doc: Doc, text: string): void {
  doc.moveDown(0.4).font('Helvetica').fontSize(9).text(printable(text), margin, doc.y, { width });
}

/** One line each, `name: value`, so that a page break never parts a name from the beginning of its value. */
function writeFacts(doc: Doc, facts: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of facts) {
    doc.font('Helvetica-Bold').text(printable(`${name}: `), margin, doc.y, { width, continued: true });
    doc.font('Helvetica').text(printable(value) || ' ', { width });
  }
}
