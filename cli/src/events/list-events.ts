import { wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { findSource } from '../listening/event-source.ts';
import { cleanText, columns, print } from '../print.ts';
import { readSettings } from '../settings.ts';

export async function listEvents(io: Io, given: Given): Promise<ExitCode> {
  const source = findSource(io, given, readSettings(io, given));
  const { limit = '25', cursor } = given.options;
  if (!/^([1-9]\d?|100)$/.test(String(limit))) throw wrongUse('--limit must be a number from 1 to 100.');
  const page = await source.page({
    order: 'desc',
    limit: Number(limit),
    cursor: typeof cursor === 'string' ? cursor : undefined,
  });
  const more = page.has_more ? [`More: mw events list --cursor ${cleanText(page.next_cursor ?? '')}`] : [];
  const rows = columns(page.data.map(({ created_at, type, id }) => [created_at, type, id]));
  print(io, given, { value: page, lines: rows.length === 0 ? ['No events yet.'] : [...rows, ...more] });
  return 0;
}
