import type { DocumentView } from '#modules/documents';
import { findOtherOwner, findOtherVehicle } from '#modules/facts';
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
