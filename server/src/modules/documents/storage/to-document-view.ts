import type { DocumentView } from '../schemas.ts';
import type { Document } from './document-store.ts';

export const toDocumentView = (row: Document): DocumentView => ({
  object: 'document',
  id: row.id,
  intake_id: row.intakeId,
  sha256: row.sha256,
  size_bytes: row.sizeBytes,
  reading: row.reading,
  differences: [...row.differences],
  created_at: row.createdAt.toISOString(),
});
