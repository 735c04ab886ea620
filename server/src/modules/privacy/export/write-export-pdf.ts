import { buffer } from 'node:stream/consumers';
import type { CustomerExport } from './export-customer.ts';

const margin = 54;
/** Letter paper is 612 points wide. */
const width = 612 - 2 * margin;

/** Characters outside the standard fonts that every PDF reader has. */
const unknownLetters = /[^\n\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]/gu;

/** What the font cannot show is written as its number, so that nothing is lost. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      unknownLetters,
      (letter) => `<U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
    );

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);

/** What is stored about somebody, for them to read. */
export async function writeExportPdf(record: CustomerExport): Promise<Buffer> {
  // Loaded on first use: it takes longer to load than everything else that serves requests.
  const { default: Paper } = await import('pdfkit');
  const doc = new Paper({ size: 'LETTER', margin, lang: 'en-US', info: { Title: 'What is stored about you' } });
  const bytes = buffer(doc);
  doc.font('Helvetica-Bold').fontSize(18).text('What is stored about you', { width });
  doc.font('Helvetica').fontSize(9.5);
  doc.text(printable(`Exported ${record.exported_at}. Contacts: ${record.contacts.join(', ') || 'none'}.`), { width });
  for (const [table, rows] of Object.entries(record.data)) {
    doc.moveDown().font('Helvetica-Bold').fontSize(12).text(printable(table), { width });
    for (const row of rows) {
      doc.moveDown(0.4).font('Helvetica').fontSize(8.5);
      for (const [name, value] of Object.entries(row)) doc.text(printable(`${name}: ${toText(value)}`), { width });
    }
  }
  doc.end();
  return bytes;
}
