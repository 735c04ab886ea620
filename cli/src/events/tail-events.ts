import type { ExitCode, Given, Io } from '../command.ts';
import { findSource } from '../listening/event-source.ts';
import { watchEvents } from '../listening/watch-events.ts';
import { readSince } from '../listening/read-since.ts';
import { reportOutage } from '../persist.ts';
import { cleanText, note, print } from '../print.ts';
import { readSettings } from '../settings.ts';

const pollMs = 1000;

export async function tailEvents(io: Io, given: Given): Promise<ExitCode> {
  const source = findSource(io, given, readSettings(io, given));
  const start = readSince(given.options['since'], io.now());
  if (!given.json) note(io, given, `Following ${source.of}. Press Ctrl-C to stop.`);
  const following = { source, start, pollMs, signal: io.signal, onTrouble: reportOutage(io.err) };
  const withBody = () => given.options['bodies'] === true;
  for await (const { event, body, cursor } of watchEvents({ ...following, withBody })) {
    const { id, type, created_at } = event;
    const value = {
      id,
      type,
      created_at,
      cursor,
      ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }),
    };
    const lines = [`${cleanText(created_at)}  ${cleanText(type)}  ${cleanText(id)}`];
    print(io, given, { value, lines: body === undefined ? lines : [...lines, `  ${cleanText(body)}`] });
  }
  return 0;
}
