import type { ExitCode, Given, Io } from '../command.ts';
import { wrongUse } from '../command-failed.ts';
import { reportOutage } from '../persist.ts';
import { cleanText, note, print } from '../print.ts';
import { readSettings, type Settings } from '../settings.ts';
import { deliver, isDelivered, type Outcome, type Target } from './deliver.ts';
import { findSource, type EventSource, type LoggedEvent } from './event-source.ts';
import { watchEvents } from './watch-events.ts';
import { listFailed } from './list-failed.ts';
import { readSince } from './read-since.ts';
import { readSecret, readTarget } from './read-target.ts';

/** Short enough that a webhook seems to arrive immediately; a test key has a far higher limit. */
const pollMs = 1000;

/** Follows the log and delivers each event to a local address, until Ctrl-C. */
export async function listen(io: Io, given: Given): Promise<ExitCode> {
  if (given.options['print-secret'] === true) {
    const secret = readSecret(io);
    print(io, given, { value: { secret }, lines: [secret] });
    return 0;
  }
  const settings = readSettings(io, given);
  const source = findSource(io, given, settings);
  const target = readTarget(io, given);
  const wanted = readTypes(given);
  const tally = { delivered: 0, failed: 0 };
  const send = async (event: LoggedEvent, body: string) => {
    const outcome = await deliver(io, target, body);
    // Interrupted during the request: the event counts as not sent and is delivered again.
    if (io.signal.aborted && !isDelivered(outcome)) return false;
    tally[isDelivered(outcome) ? 'delivered' : 'failed'] += 1;
    sayDelivery(io, given, { event, outcome });
    return true;
  };
  if (given.options['failed'] === true) return replay(io, given, { settings, wanted, target, tally, send });
  const { cursor, repeats, failedFrom } = await follow(io, given, { source, target, wanted, send, tally });
  const twice = repeats === 0 ? '' : `; the last ${repeats} are then delivered again`;
  const again = `To resend the failed events: --since ${failedFrom ?? ''}; later events are delivered again too`;
  const value = { ended: true, ...tally, cursor: cursor ?? null, repeats, failed_from: failedFrom ?? null };
  print(io, given, {
    value,
    lines: [
      `Delivered ${tally.delivered}, failed ${tally.failed}.`,
      ...(failedFrom === undefined ? [] : [again]),
      ...(cursor === undefined ? [] : [`To continue later from here: --since ${cursor}${twice}`]),
    ],
  });
  return 0;
}

type Sending = {
  readonly wanted: (type: string) => boolean;
  readonly target: Target;
  /** Whether the event is handled; a reported failure counts as handled. */
  send(event: LoggedEvent, body: string): Promise<boolean>;
};

type Tally = { readonly delivered: number; readonly failed: number };
type Follow = Sending & { readonly source: EventSource; readonly tally: Tally };

type Left = {
  /** The position to continue from. */
  readonly cursor: string | undefined;
  /** Events after the cursor that were already handled and will repeat. */
  readonly repeats: number;
  /** From here on failed deliveries are repeated. */
  readonly failedFrom: string | undefined;
};

async function follow(io: Io, given: Given, { source, target, wanted, send, tally }: Follow): Promise<Left> {
  const onReady = () => note(io, given, `Following ${source.of}; delivering to ${target.url}. Press Ctrl-C to stop.`);
  const start = readSince(given.options['since'], io.now());
  // Until the first page has ended there is no cursor, and the start time serves as one. An empty log has only its
  // beginning.
  const first = start.kind === 'time' ? start.at : 'beginning';
  const left: { -readonly [Name in keyof Left]: Left[Name] } = { cursor: undefined, repeats: 0, failedFrom: undefined };
  const following = { source, start, pollMs, signal: io.signal, onReady, onTrouble: reportOutage(io.err) };
  const events = watchEvents({ ...following, withBody: ({ type }) => wanted(type) });
  for await (const { event, body, cursor = first, before = first } of events) {
    const failed = tally.failed;
    if (body !== undefined && !(await send(event, body))) continue;
    if (tally.failed > failed) left.failedFrom ??= before;
    left.repeats = cursor === before ? left.repeats + (body === undefined ? 0 : 1) : 0;
    left.cursor = cursor;
  }
  return left;
}

type Replaying = Sending & {
  readonly settings: Settings;
  readonly tally: Tally;
};

/** One pass through the failed events, oldest first; ends with 1 if one fails again. */
async function replay(io: Io, given: Given, { settings, wanted, send, tally }: Replaying): Promise<ExitCode> {
  const start = readSince(given.options['since'] ?? '24h', io.now());
  if (start.kind !== 'time') throw wrongUse('With --failed, --since must be a duration such as 12h, or a time.');
  for await (const { event, body } of listFailed(io, { given, settings, since: start.at })) {
    if (io.signal.aborted) break;
    if (wanted(event.type)) await send(event, body);
  }
  const nothing = tally.delivered + tally.failed === 0 ? [`Nothing failed since ${start.at}.`] : [];
  const lines = nothing.length > 0 ? nothing : [`Delivered ${tally.delivered}, failed again ${tally.failed}.`];
  print(io, given, { value: { ended: true, ...tally }, lines });
  if (io.signal.aborted) return 130;
  return tally.failed === 0 ? 0 : 1;
}

/** `--events a,b`; a trailing star selects all types with that prefix. */
function readTypes({ options }: Given): (type: string) => boolean {
  const { events } = options;
  if (typeof events !== 'string') return () => true;
  const names = events.split(',').map((name) => name.trim());
  if (names.some((name) => !/^[a-z_.]+\*?$/.test(name)))
    throw wrongUse('--events must be types separated by commas, such as referral.created,plan.*');
  return (type) => names.some((name) => (name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name));
}

function sayDelivery(io: Io, given: Given, { event, outcome }: { event: LoggedEvent; outcome: Outcome }): void {
  const { id, type } = event;
  const { status, problem, ms, attempts } = outcome;
  const result = status === undefined ? (problem ?? 'no response') : String(status);
  const tries = attempts === 1 ? '' : `  ${attempts} attempts`;
  const line = `${io.now().toISOString().slice(11, 19)}  ${cleanText(type)}  ${cleanText(id)}  ${result}  ${ms} ms${tries}`;
  const value = { id, type, status: status ?? null, ...(problem === undefined ? {} : { problem }), ms, attempts };
  print(io, given, { value, lines: [line] });
}
