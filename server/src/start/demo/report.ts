import { buffer } from 'node:stream/consumers';
import { lossDate, type CastMember } from './cast.ts';

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** An insurer's valuation report of a case, which says on its face that nobody wrote it. */
export async function drawReport(person: CastMember, now: Date): Promise<Buffer> {
  const { insurer, claim, vehicle, offerCents } = person;
  const [year, month, day] = lossDate(now, person).split('-');
  const { default: Pdf } = await import('pdfkit');
  const paper = new Pdf({ size: 'LETTER', info: { Title: 'SYNTHETIC valuation report' } });
  paper.fontSize(16).text('SYNTHETIC VALUATION REPORT, FOR DEMONSTRATION ONLY').moveDown().fontSize(11);
  const lines = [
    `Insurance Company: ${insurer}`,
    `Claim Number: ${claim}`,
    `Date of Loss: ${month}/${day}/${year}`,
    `Mileage: ${vehicle.odometer.toLocaleString('en-US')}`,
    `Actual Cash Value: ${dollars(offerCents)}`,
  ];
  for (const line of lines) paper.text(line);
  paper.end();
  return buffer(paper);
}

/** The file as one part of a multipart body. */
export function toUpload(pdf: Buffer): { readonly type: string; readonly bytes: Buffer } {
  const boundary = 'demonstration';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="report.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
