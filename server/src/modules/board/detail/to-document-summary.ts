import { toKey } from '#lib/text/to-key';
import type { DocumentView, ReportReading } from '#modules/documents';
import { findOtherVehicle } from '#modules/facts';
import type { ConsultationDetail } from '../schemas.ts';
import { detailStatementsOf, type DetailRow } from '../statement-rules.ts';

/** What a caller sees of a report: what it is, and where it contradicts the case. */
export const toDocumentSummary = (
  document: DocumentView,
  { row, person }: { readonly row: DetailRow; readonly person: ConsultationDetail['person'] },
): ConsultationDetail['documents'][number] => ({
  id: document.id,
  size_bytes: document.size_bytes,
  vendor: document.reading.vendor,
  pages: document.reading.pages,
  scanned: document.reading.ocr,
  failed_checks: document.reading.checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name),
  nothing_read: document.nothing_read,
  other_vehicle: findOtherVehicle(detailStatementsOf(row), document.reading) ?? null,
  other_owner: findOtherOwner(person, document.reading) ?? null,
  differences: [...document.differences],
  file_removed_at: document.file_removed_at,
  created_at: document.created_at,
});

type Named = { readonly first_name: string | null; readonly last_name: string | null };

/** The owner that a report names, where that is not the owner of the case. Readers may swap first and last names. */
function findOtherOwner({ first_name: first, last_name: last }: Named, { owner }: ReportReading) {
  const known = wordsOf(last ?? first ?? '');
  if (owner === undefined || known.length === 0) return undefined;
  const printed = wordsOf(owner.value);
  return known.some((word) => printed.includes(word)) ? undefined : owner.value;
}

const wordsOf = (name: string): string[] =>
  name
    .split(/[\s,&/-]+/)
    .map(toKey)
    .filter((word) => word !== '');
