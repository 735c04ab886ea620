// Makes the sample reports of the agents' sandbox from the same synthetic claims as the tests; run by hand when they
// change.
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import { makeReport } from '../server/test/reports/corpus.ts';

const folder = new URL('../server/src/modules/sandbox/agent-samples/', import.meta.url);

/** The same claim in both, so that they agree. */
const claim = 7;

const { pdf: readable, truth } = await makeReport('mitchell', claim);

async function lock(): Promise<Buffer> {
  const password = { userPassword: 'synthetic', ownerPassword: 'synthetic' };
  const doc = new Pdf({ ...password, info: { Title: 'SYNTHETIC', CreationDate: new Date('2026-01-01T00:00:00Z') } });
  const bytes = buffer(doc);
  doc.text('SYNTHETIC - a sample report under a password, about nobody and no vehicle');
  doc.end();
  return bytes;
}

async function letter(): Promise<Buffer> {
  const doc = new Pdf({ info: { Title: 'SYNTHETIC', CreationDate: new Date('2026-01-01T00:00:00Z') } });
  const bytes = buffer(doc);
  doc.fontSize(14).text('SYNTHETIC - a sample letter, about nobody and no vehicle');
  doc.moveDown().fontSize(11).text('This page is a letter and no valuation report: nothing can be read from it.');
  doc.end();
  return bytes;
}

const files: Readonly<Record<string, Buffer>> = {
  'readable.pdf': readable,
  'scan.pdf': (await makeReport('mitchell, scan 150 dpi', claim)).pdf,
  'letter.pdf': await letter(),
  'locked.pdf': await lock(),
  'unreadable.pdf': Buffer.from('%PDF-1.7\nSYNTHETIC - a sample file that begins like a PDF and is none\n%%EOF\n'),
};

for (const [name, bytes] of Object.entries(files)) writeFileSync(new URL(name, folder), bytes);
process.stdout.write(`${JSON.stringify(truth, null, 2)}\n`);
