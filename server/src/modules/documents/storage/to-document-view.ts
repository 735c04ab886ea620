import { isNothingRead } from '../rules.ts';
import type { DocumentView } from '../schemas.ts';
import type { DocumentRow } from './document-store.ts';

export const toDocumentView = (row: DocumentRow): DocumentView => ({
  object: 'document',
  id: row.id,
  intake_id: row.intakeId,
  sha256: row.sha256,
  size_bytes: row.sizeBytes,
  reading: row.reading,
  nothing_read: isNothingRead(row.reading),
  differences: [...row.differences],
  file_removed_at: row.fileRemovedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
