import { toCsv } from '#lib/csv/csv';
import type { TrailEntry } from './schemas.ts';

/** One line for each entry. */
export async function* writeTrailCsv(pages: AsyncIterable<readonly TrailEntry[]>): AsyncGenerator<string> {
  yield toCsv([['at', 'who', 'did', 'kind', 'operation', 'subject_id', 'user_id', 'credential_id', 'request_id']]);
  for await (const entries of pages) if (entries.length > 0) yield toCsv(entries.map(toCells));
}

const toCells = (entry: TrailEntry): string[] => [
  entry.at,
  entry.who.name,
  entry.did,
  entry.kind,
  entry.operation,
  entry.subject_id ?? '',
  entry.who.id ?? '',
  entry.credential_id ?? '',
  entry.request_id ?? '',
];
