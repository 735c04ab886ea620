import { readTime } from '#lib/api/pagination';
import type { EntryQuery } from './schemas.ts';
import type { EntryFilter } from './store.ts';

/** Whose entries, about what and whom, of which time; the same for the list and the export. */
export const readFilter = (query: Omit<EntryQuery, 'limit' | 'cursor'>): EntryFilter => ({
  staffId: query.staff_id,
  subjectId: query.subject_id,
  operation: query.operation,
  kind: query.kind,
  viewsHidden: query.views === 'hidden',
  from: readTime(query.created_from),
  to: readTime(query.created_to),
});
