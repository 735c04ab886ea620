import type { LoggedRequest } from './schemas.ts';
import type { RequestRow } from './store.ts';

export const toRequest = (row: RequestRow): LoggedRequest => ({
  id: row.id,
  object: 'request',
  at: row.at.toISOString(),
  method: row.method,
  route: row.route,
  path: row.path,
  query_names: [...row.query_names],
  status: row.status,
  code: row.code,
  issue_paths: [...row.issue_paths],
  credential_id: row.credential_id,
  duration_ms: row.duration_ms,
  client_address: row.client_address,
  replayed: row.replayed,
  object_ids: [...row.object_ids],
  has_content: row.has_content,
});
