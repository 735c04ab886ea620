import type { Ctx } from '#context';
import type { releaseUnknownHolds } from '#modules/checkout';
import { GatewayError } from '#platform/errors';
import type { Command, Outcome } from '../command.ts';
import { positionsOf } from './audit-commands.ts';
import { readCount, readTime } from './read-options.ts';

/** Sends failed messages again, after a mistake of ours. */
export const messageCommands: readonly Command[] = [
  {
    name: 'messages retry',
    operation: 'customers.retry-messages',
    about:
      'Count the messages that failed permanently in the last seven days (or since --since); with --confirm COUNT, send them again. Refused messages are included only with --failure. --channel: email or text',
    options: [],
    optional: ['failure', 'channel', 'since', 'confirm'],
    async run(ctx, { failure, channel, since, confirm }) {
      const { retryMessages } = await import('#modules/customers');
      const { groups, found, retried } = await retryMessages(ctx, {
        failure,
        channel,
        since: since === undefined ? undefined : readTime('since', since),
        confirm: confirm === undefined ? undefined : readCount('confirm', confirm),
      });
      const lines = groups.map(({ purpose, channel: way, state, last_failure: why, messages }) =>
        [messages, way, purpose, state, why ?? ''].join('  ').trimEnd(),
      );
      if (confirm !== undefined) lines.push(`${retried} messages will be sent again.`);
      else if (found === 0) lines.push('There are no such messages.');
      else lines.push(`Nothing was changed. To send these messages again, add --confirm ${found}`);
      return { ok: true, result: { groups, found, retried }, lines };
    },
  },
];

/** Many of the same kind are reported by their number and the first few. */
const shown = 20;

/** The steps after a database is restored from a backup, before and after an operator has checked it. */
export const restoreCommands: readonly Command[] = [
  {
    name: 'recovery begin',
    about:
      'Run after a database restore: start a new epoch of the event log, pause the workers, check the audit trail, the consent ledger and the files, queue a check of every card hold, and search for holds missing from this database. --anchor, --consent-anchor: anchors printed by earlier checks',
    options: [],
    optional: ['anchor', 'consent-anchor'],
    operation: 'events.begin-era',
    run: checkRestored,
  },
  {
    name: 'holds reconcile',
    about:
      'List card holds, charges and saved cards that the provider has and this database lacks; with --confirm COUNT, release the holds and remove the cards (charges stay). --since: search from this time',
    options: [],
    optional: ['since', 'confirm'],
    operation: 'checkout.release-unknown-holds',
    run: unknownHolds,
  },
  {
    name: 'recovery finish',
    about: 'Resume the workers after the database was restored or moved',
    options: [],
    operation: 'events.resume',
    async run(ctx) {
      const { resumeWork } = await import('#modules/webhooks');
      const resumed = await resumeWork(ctx);
      return { ok: true, result: { resumed }, lines: [resumed ? 'Workers resumed.' : 'Nothing was paused.'] };
    },
  },
];

async function checkRestored(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome> {
  const { beginEra } = await import('#modules/webhooks');
  const { verifyChain } = await import('#modules/ledger');
  const { verifyConsent } = await import('#modules/ledger');
  const { compareObjects } = await import('#modules/documents');
  const { requestChecks, releaseUnknownHolds } = await import('#modules/checkout');
  // First, so that nothing is written into the previous epoch and nothing is sent meanwhile.
  const { era } = await beginEra(ctx);
  const holds = await requestChecks(ctx);
  const unknown = await askProvider(async () => (await releaseUnknownHolds(ctx)).unknown);
  const trail = await verifyChain(ctx, positionsOf(undefined, 'audit', options['anchor']));
  const consent = await verifyConsent(ctx, positionsOf(undefined, 'consent', options['consent-anchor']));
  const files = await compareObjects(ctx);
  const ok = trail.ok && consent.ok && files.missing.length === 0 && unknown?.length === 0;
  return {
    ok,
    result: {
      ok,
      era,
      paused: true,
      holds_to_check: holds,
      holds_unknown: unknown?.map(toResult) ?? null,
      audit: { ok: trail.ok, rows: trail.rows, problem: trail.problem ?? null },
      consent: { ok: consent.ok, entries: consent.entries, problem: consent.problem ?? null },
      documents: files.documents,
      objects: files.objects,
      documents_without_file: files.missing,
      objects_without_document: files.unnamed,
    },
    lines: [
      `ok   epoch ${era} started; workers are paused until you run: makewhole recovery finish`,
      `ok   card holds queued for a check with the provider: ${holds}`,
      sayUnknown(ctx, unknown?.length),
      say(trail.ok, `audit trail: ${trail.ok ? `${trail.rows} rows` : trail.problem}`),
      say(consent.ok, `consent ledger: ${consent.ok ? `${consent.entries} entries` : consent.problem}`),
      say(files.missing.length === 0, `documents without their file: ${few(files.missing)} of ${files.documents}`),
      `ok   files without a document: ${few(files.unnamed)} of ${files.objects}`,
    ],
  };
}

/** A check does not fail because a provider does not respond. */
async function askProvider<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

async function unknownHolds(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome> {
  const { releaseUnknownHolds } = await import('#modules/checkout');
  const { since, confirm } = options;
  const { unknown, released } = await releaseUnknownHolds(ctx, {
    since: since === undefined ? undefined : readTime('since', since),
    confirm: confirm === undefined ? undefined : readCount('confirm', confirm),
  });
  const charged = unknown.filter(({ state }) => state === 'charged').length;
  const left = unknown.length - charged - released.length;
  const lines = unknown.map(describe);
  if (unknown.length === 0) lines.push(nothingUnknown(ctx));
  if (left > 0)
    lines.push(`To close the pages, release the holds and remove the cards (charges stay), add --confirm ${left}`);
  if (released.length > 0) lines.push(`${released.length} were closed, released or removed.`);
  if (charged > 0)
    lines.push(`${charged} charged: find out whether each was due, and refund it at the provider if not.`);
  const result = { unknown: unknown.map(toResult), released: released.map(toResult) };
  return { ok: left === 0 && charged === 0, result, lines };
}

type UnknownHold = Awaited<ReturnType<typeof releaseUnknownHolds>>['unknown'][number];

/** The text for a provider that was not queried. */
const notAsked = 'no card provider is configured here, so none was checked';

const nothingUnknown = ({ cards, config }: Ctx): string =>
  cards.configured
    ? `The provider has nothing for ${config.publicBaseUrl} that this database lacks.`
    : `Unknown: ${notAsked}.`;

/** Undefined: the provider did not respond. */
function sayUnknown({ cards, config }: Ctx, count: number | undefined): string {
  if (!cards.configured) return say(true, notAsked);
  if (count === undefined) return say(false, 'the card provider did not respond; try later: makewhole holds reconcile');
  const more = count === 0 ? '' : '; see makewhole holds reconcile';
  return say(count === 0, `card holds for ${config.publicBaseUrl} that only the provider has: ${count}${more}`);
}

const describe = ({ state, amountCents, intentId, sessionId, createdAt }: UnknownHold): string =>
  [state.padEnd(7), (amountCents / 100).toFixed(2).padStart(8), createdAt.toISOString(), intentId ?? sessionId].join(
    '  ',
  );

const toResult = ({ holdId, sessionId, createdAt, state, amountCents, intentId }: UnknownHold) => ({
  hold: holdId,
  session: sessionId,
  intent: intentId ?? null,
  created_at: createdAt.toISOString(),
  state,
  amount_cents: amountCents,
});

const say = (ok: boolean, text: string): string => `${ok ? 'ok  ' : 'FAIL'} ${text}`;

const few = (names: readonly string[]): string =>
  names.length === 0
    ? '0'
    : `${names.length} (${names.slice(0, shown).join(', ')}${names.length > shown ? ', …' : ''})`;
