import { readTime } from '#lib/api/pagination';
import type { TrailEntry, TrailExportQuery } from './schemas.ts';
import type { TrailFilter, TrailRow } from './store.ts';
import { linkCredential } from '../audit/rules.ts';
import { describeEntry } from '../audit/wording-data.ts';

/** How institutions see our team's name. */
export const staffName = 'Makewhole staff';

export const readTrailFilter = (query: TrailExportQuery): TrailFilter => ({
  userId: query.user_id,
  subjectId: query.subject_id,
  operation: query.operation,
  by: query.by,
  from: readTime(query.created_from),
  to: readTime(query.created_to),
});

/** A row as the institution sees it: for staff, without who and which token. */
export function toTrailEntry(row: TrailRow, names: ReadonlyMap<string, string>): TrailEntry {
  const { user_id: userId } = row;
  return {
    at: row.at.toISOString(),
    kind: row.kind === 'refused' ? 'refused' : 'action',
    operation: row.operation,
    did: describeEntry(row),
    who: whoOf(row, names),
    credential_id: userId === null ? null : row.credential_id,
    subject_id: row.subject_id,
    request_id: row.request_id,
  };
}

function whoOf({ user_id: userId, credential_id: credentialId }: TrailRow, names: ReadonlyMap<string, string>) {
  if (userId !== null) return { type: 'user' as const, id: userId, name: names.get(userId) ?? userId };
  if (credentialId === linkCredential) return { type: 'link' as const, id: null, name: 'The reader of a mail' };
  return { type: 'staff' as const, id: null, name: staffName };
}

/** The users whose names a page needs. */
export const usersOf = (rows: readonly TrailRow[]): string[] => [
  ...new Set(rows.flatMap(({ user_id: userId }) => userId ?? [])),
];
