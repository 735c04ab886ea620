import { resolve } from 'node:path';
import { Makewhole } from '@makewhole/sdk';
import { wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { cleanText, print } from '../print.ts';
import { readSettings, requireKey } from '../settings.ts';
import { Comparison, type Difference } from './compare.ts';
import { readState } from './read-state.ts';

type Partner = ReturnType<typeof Makewhole.partner>;
type EventNote = { readonly id: string; readonly type: string; readonly subject_id: string };

/** The number of differences shown; --json prints all of them. */
const shownMax = 200;

export async function reconcile(io: Io, given: Given): Promise<ExitCode> {
  const { state, kind = 'referrals', since } = given.options;
  if (typeof state !== 'string') throw wrongUse('Specify your list: --state <file>, one JSON object per line.');
  if (kind !== 'referrals' && kind !== 'enrollments') throw wrongUse('--kind must be referrals or enrollments.');
  const settings = readSettings(io, given);
  const key = requireKey(settings);
  const owned = await readState(resolve(io.cwd, state));
  const partner = Makewhole.partner({ baseUrl: settings.baseUrl, key, fetch: io.fetch });
  const call = { signal: io.signal };

  // Events first, so that changes made while the pages are read appear in the pages.
  const missed = typeof since === 'string' ? await readEvents(partner, since, io.signal) : undefined;
  const comparison = new Comparison(owned);
  let compared = 0;
  const listed =
    kind === 'referrals'
      ? partner.referrals.list({ limit: 100 }, call)
      : partner.plans.enrollments({ limit: 100 }, call);
  for await (const theirs of listed) {
    comparison.add(theirs);
    compared += 1;
    if (compared % 10_000 === 0) io.err(`${compared} ${kind} compared`);
  }
  const differences = comparison.finish();
  const events = eventsAbout(differences, missed?.events ?? []);
  const value = {
    object: 'reconciliation',
    kind,
    yours: owned.length,
    theirs: compared,
    differences,
    ...(missed === undefined ? {} : { events, next_cursor: missed.cursor }),
  };
  print(io, given, {
    value,
    lines: [
      ...differences.slice(0, shownMax).map(describe),
      ...(differences.length > shownMax ? [`and ${differences.length - shownMax} more; use --json for all`] : []),
      ...events
        .slice(0, shownMax)
        .map(({ id, type, subject_id: about }) => cleanText(`event ${type} ${id} about ${about} since the cursor`)),
      `${owned.length} in your list, ${compared} ${kind} in the API, ${differences.length} differences.`,
      ...(missed?.cursor === undefined ? [] : [`Next cursor: ${cleanText(missed.cursor)}`]),
    ],
  });
  return differences.length > 0 ? 1 : 0;
}

/** Every event from the cursor on, without its data. */
async function readEvents(partner: Partner, since: string, signal: AbortSignal) {
  const events: EventNote[] = [];
  let cursor: string | undefined = since;
  for await (const page of partner.events.list({ order: 'asc', limit: 100, cursor: since }, { signal }).pages()) {
    for (const { id, type, data } of page.data) events.push({ id, type, subject_id: subjectOf(data) });
    cursor = page.next_cursor ?? cursor;
  }
  return { events, cursor };
}

function subjectOf(data: object): string {
  const { referral, enrollment } = data as { referral?: { id?: string }; enrollment?: { id?: string } };
  return referral?.id ?? enrollment?.id ?? '';
}

/** Events that the differing list has not taken in. */
function eventsAbout(differences: readonly Difference[], events: readonly EventNote[]): readonly EventNote[] {
  const ids = new Set(differences.map(({ id }) => id));
  return events.filter(({ subject_id: about }) => ids.has(about));
}

const name = (id: string | null, reference: string | null): string =>
  cleanText([id, reference === null ? undefined : `(${reference})`].filter(Boolean).join(' '));

function describe(difference: Difference): string {
  switch (difference.kind) {
    case 'missing':
      return `missing    ${name(difference.id, difference.external_ref)} is ${cleanText(difference.status)} and not in your list`;
    case 'extra':
      return `extra      line ${difference.line}, ${name(difference.id, difference.external_ref)}, is not in the API`;
    case 'repeated':
      return `repeated   line ${difference.line} has the id of line ${difference.first_line}`;
    case 'different': {
      const { line, id, member, yours, theirs } = difference;
      return `different  line ${line}, ${cleanText(id)}: ${member} is ${cleanText(theirs ?? 'absent')}, yours is ${cleanText(yours ?? 'absent')}`;
    }
  }
}
