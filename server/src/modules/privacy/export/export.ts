import { buffer } from 'node:stream/consumers';
import { requireRole } from '#actor';
import type { Ctx } from '#context';
import type { Limit } from '#platform/limits';
import { listRows, type ListedRows } from '#platform/personal-data';
import { nobodyFound } from '../errors.ts';
import { findDataSubject, resolveScope } from '../privacy.ts';
import type { Scope } from '../schemas.ts';
import { allPersonalData } from '../tables-data.ts';

export type CustomerExport = {
  readonly exported_at: string;
  readonly contacts: readonly string[];
  readonly cases: readonly { readonly number: string; readonly id: string; readonly source_id: string }[];
  /** Rows by table, decrypted. */
  readonly data: ListedRows;
};

/** Everything stored about a person, found by a contact, or about one case, found by any of its names. */
export async function exportCustomer(ctx: Ctx, name: string): Promise<CustomerExport> {
  const found = await findDataSubject(ctx, name);
  const data = await listRows(ctx, allPersonalData, found);
  if (Object.keys(data).length === 0) throw nobodyFound();
  return {
    exported_at: ctx.clock.now().toISOString(),
    contacts: found.contacts,
    cases: found.cases.map(({ number, id, source_id: sourceId }) => ({ number, id, source_id: sourceId })),
    data,
  };
}

/** More than people ask for; a stolen session cannot export everyone. */
const exported: Limit = { name: 'privacy-export', points: 30, windowS: 3600, whenStoreIsGone: 'refuse' };

type ExportScope = { readonly consultationId: string; readonly scope: Scope };

/** Everything stored about a case or its customer, for a lead to hand to them. */
export async function exportScope(ctx: Ctx, { consultationId, scope }: ExportScope): Promise<CustomerExport> {
  const { staffId } = requireRole(ctx.actor, 'lead');
  await ctx.limits.consume(exported, staffId);
  const { name } = await resolveScope(ctx, { consultationId, scope });
  return exportCustomer(ctx, name);
}

const margin = 54;
/** Letter paper is 612 points wide. */
const width = 612 - 2 * margin;

/** Characters outside the standard fonts that every PDF reader has. */
const unknownLetters = /[^\n\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]/gu;

/** Characters that the font lacks are written as their code points, so that nothing is lost. */
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

/** The data stored about a person, for them to read. */
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
