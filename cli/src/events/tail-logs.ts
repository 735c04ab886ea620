import { callPortal, type Page } from '../call-portal.ts';
import { wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { readSince } from '../listening/read-since.ts';
import { persist, reportOutage } from '../persist.ts';
import { cleanText, note, print } from '../print.ts';
import { readSettings, requireToken } from '../settings.ts';
import { wait } from '../wait.ts';

type Recorded = {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly duration_ms: number;
};

const pollMs = 2000;

/** Calls are recorded slightly after their response, so each poll begins before the last call that was seen. */
const overlapMs = 30_000;

/** Number of ids remembered, to print each call once. */
const rememberedMax = 5000;

export async function tailLogs(io: Io, given: Given): Promise<ExitCode> {
  const settings = readSettings(io, given);
  requireToken(settings);
  const { status, once } = given.options;
  if (status !== undefined && !/^[2-5]xx$/.test(String(status)))
    throw wrongUse('--status must be 2xx, 3xx, 4xx or 5xx.');
  const start = readSince(given.options['since'], io.now());
  if (start.kind === 'cursor' || start.kind === 'beginning')
    throw wrongUse('--since must be a duration such as 2h, or a time.');
  if (!given.json && once !== true) note(io, given, 'Following test-mode calls. Press Ctrl-C to stop.');
  const seen = new Set<string>();
  const read = (from: string | undefined, cursor?: string) =>
    callPortal<Page<Recorded>>(io, settings, {
      path: '/requests',
      query: { created_from: from, cursor, limit: '100', status: status as string | undefined },
    });
  const { signal } = io;
  let from = start.kind === 'time' ? start.at : undefined;
  if (once === true) {
    for (const one of await readNew(io, read, { from, seen, whole: from !== undefined })) say(io, given, one);
    return 0;
  }
  const ask = <T>(call: () => Promise<T>) => persist(call, { pollMs, signal, onTrouble: reportOutage(io.err) });
  if (from === undefined) {
    // By the server's clock: existing calls are not printed.
    const { data = [] } = (await ask(() => read(undefined))) ?? {};
    for (const { id } of data) seen.add(id);
    from = data[0]?.at;
  }
  // Calls before the start are never printed, however far a poll reaches back.
  const earliest = from ?? '';
  while (!signal.aborted) {
    const behind = from;
    const found = (await ask(() => readNew(io, read, { from: behind, seen, whole: true }))) ?? [];
    for (const one of found) say(io, given, one);
    const newest = found.at(-1)?.at;
    if (newest !== undefined) from = laterOf(earliest, new Date(Date.parse(newest) - overlapMs).toISOString());
    forget(seen);
    await wait(pollMs, signal);
  }
  return 0;
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

type Looked = { readonly from: string | undefined; readonly seen: Set<string>; readonly whole: boolean };

/** Oldest first, without those already printed. */
async function readNew(
  { err }: Io,
  read: (from: string | undefined, cursor?: string) => Promise<Page<Recorded>>,
  { from, seen, whole }: Looked,
): Promise<Recorded[]> {
  const found: Recorded[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(from, cursor);
    found.push(...page.data.filter(({ id }) => !seen.has(id)));
    cursor = whole && page.has_more ? (page.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined && found.length < rememberedMax);
  if (cursor !== undefined) err(`There are more than ${found.length} calls; the oldest are not shown.`);
  // Added only now, because a poll that fails on its second page is repeated completely.
  for (const { id } of found) seen.add(id);
  return found.toReversed();
}

function forget(seen: Set<string>): void {
  for (const id of seen) {
    if (seen.size <= rememberedMax) return;
    seen.delete(id);
  }
}

function say(io: Io, given: Given, call: Recorded): void {
  const code = call.code === null ? '' : `  ${call.code}`;
  const line = `${call.at.slice(11, 19)}  ${call.status}  ${call.method} ${call.path}  ${call.duration_ms} ms${code}  ${call.id}`;
  print(io, given, { value: call, lines: [cleanText(line)] });
}
