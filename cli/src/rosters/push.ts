import { isMakewholeError, Makewhole, type RosterSync } from '@makewhole/sdk';
import { CommandFailed, wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { cleanText, note, print } from '../print.ts';
import { readSettings, requireKey } from '../settings.ts';
import { checkFile, describeColumns, describeIssue, summarize, reportProgress, toRosterFile } from './check.ts';
import { findLines, readRows, type RosterFile } from './check-roster.ts';

type Send = (mode: 'dry_run' | 'apply', idempotencyKey?: string) => Promise<RosterSync>;

/** Checks the file, reports what it would change, and applies it only when confirmed. */
export async function pushCommand(io: Io, given: Given): Promise<ExitCode> {
  const { options } = given;
  if (options['confirm'] === true && options['dry-run'] === true)
    throw wrongUse('Use either --dry-run, which changes nothing, or --confirm.');
  const settings = readSettings(io, given);
  const key = requireKey(settings);
  const roster = toRosterFile(io, given);
  const { checked, issues } = await checkFile(io, given, roster);
  if (checked.errors > 0) {
    const lines = [...issues.map(describeIssue), ...summarize(checked, issues), 'Nothing was sent.'];
    // Leaving out the invalid rows would cancel their enrollments.
    print(io, given, { value: { object: 'roster_push', sent: false, ...checked, issues }, lines });
    return 1;
  }
  for (const line of describeColumns(checked)) note(io, given, line);
  if (checked.warnings > 0) note(io, given, `${checked.warnings} warnings; mw roster check lists them.`);
  const partner = Makewhole.partner({ baseUrl: settings.baseUrl, key, fetch: io.fetch });
  const confirmCancelCount = readCount(given);
  const send: Send = (mode, idempotencyKey) =>
    partner.plans.syncRoster(() => readRows(roster, reportProgress(io, 'sent')), {
      mode,
      confirmCancelCount,
      idempotencyKey,
      signal: io.signal,
    });
  const mode = key.startsWith('gap_live_') ? 'live' : 'test';
  const { resume } = options;
  if (typeof resume !== 'string') {
    const planned = await explain(send('dry_run'), roster);
    if (options['confirm'] !== true) {
      const said = `Nothing was changed. Add --confirm to apply this in ${mode} mode.`;
      print(io, given, { value: toValue(planned), lines: [...describeTotals(planned), said] });
      return 0;
    }
    for (const line of describeTotals(planned)) note(io, given, line);
  } else if (options['confirm'] !== true) throw wrongUse('--resume continues a confirmed run: add --confirm.');
  const idempotencyKey = typeof resume === 'string' ? resume : `roster-${crypto.randomUUID()}`;
  note(io, given, `Applying in ${mode} mode under the key ${idempotencyKey}`);
  const applied = await explain(send('apply', idempotencyKey), roster, idempotencyKey);
  print(io, given, { value: toValue(applied, idempotencyKey), lines: [...describeTotals(applied), 'Applied.'] });
  return 0;
}

function readCount({ options }: Given): number | undefined {
  const { 'confirm-cancel': count } = options;
  if (count === undefined) return undefined;
  if (typeof count === 'string' && /^\d{1,9}$/.test(count)) return Number(count);
  throw wrongUse('--confirm-cancel must be a whole number.');
}

/** The first changes contain VINs, so they are left out here. */
const toValue = ({ id, mode, livemode, totals, created_at: createdAt }: RosterSync, idempotencyKey?: string) => ({
  object: 'roster_push',
  sent: true,
  id,
  mode,
  livemode,
  totals,
  created_at: createdAt,
  ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
});

const describeTotals = ({ mode, totals }: RosterSync): string[] => [
  mode === 'dry_run' ? 'Would change:' : 'Changed:',
  ...Object.entries(totals).map(([name, count]) => cleanText(`  ${name.padEnd(10)} ${count}`)),
];

/** Adds to a refusal the line it concerns, and to a lost response how to continue. */
async function explain(call: Promise<RosterSync>, { file }: RosterFile, key?: string): Promise<RosterSync> {
  try {
    return await call;
  } catch (error) {
    if (!isMakewholeError(error)) throw error;
    const { code, status, requestId: request_id } = error;
    if (error.code === 'roster_cancel_threshold') {
      const { would_cancel: count, active_count: active } = error.details;
      const sentence = `It would cancel ${count} of ${active} enrollments. If that is intended, add --confirm-cancel ${count}.`;
      throw new CommandFailed(1, sentence, { code, status, request_id, would_cancel: count });
    }
    if (error.issues.length > 0) throw await refusedRows(file, error);
    if (key !== undefined && (status === undefined || status >= 500)) {
      const exitCode = code === 'aborted' ? 130 : 4;
      const sentence = `${error.message} It is unknown whether the roster was applied. Continue with the same file and --confirm --resume ${key}`;
      throw new CommandFailed(exitCode, sentence, { code, status, request_id, idempotency_key: key });
    }
    throw error;
  }
}

type Refusal = {
  readonly code: string;
  readonly requestId: string | undefined;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
};

async function refusedRows(file: string, { code, requestId, issues }: Refusal): Promise<CommandFailed> {
  const parsed = issues.map(({ path, message }) => {
    const [, place, member = ''] = /^(?:roster\.)?(\d+)\.?(.*)/s.exec(path) ?? [];
    return { place: place === undefined ? undefined : Number(place), member: member || path, message };
  });
  const places = new Set(parsed.flatMap(({ place }) => (place === undefined ? [] : [place])));
  const lines = await findLines(file, places);
  const listed = parsed.map(({ place, member, message }) => ({
    line: place === undefined ? null : (lines.get(place) ?? null),
    field: member,
    message,
  }));
  const sentences = listed.map(({ line, field, message }) =>
    cleanText(`FAIL line ${line ?? '?'}: ${field} ${message}`),
  );
  const text = ['The service rejected some rows. Nothing was changed.', ...sentences].join('\n');
  return new CommandFailed(1, text, { code, request_id: requestId, issues: listed });
}
