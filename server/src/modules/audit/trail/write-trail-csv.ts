import { toCsv } from '#lib/csv/csv';
import type { TrailFile } from './schemas.ts';

/** One line for each entry; a file that was cut says so in its last line. */
export function writeTrailCsv({ data, truncated }: TrailFile): string {
  const last = data.at(-1);
  return toCsv([
    ['at', 'who', 'did', 'kind', 'operation', 'subject_id', 'user_id', 'credential_id', 'request_id'],
    ...data.map((entry) => [
      entry.at,
      entry.who.name,
      entry.did,
      entry.kind,
      entry.operation,
      entry.subject_id ?? '',
      entry.who.id ?? '',
      entry.credential_id ?? '',
      entry.request_id ?? '',
    ]),
    ...(truncated && last !== undefined
      ? [[`Cut here after ${data.length} entries. Older ones: choose a time before ${last.at}.`]]
      : []),
  ]);
}
