import type { Ctx } from '#context';
import type { Command, Outcome } from '../command.ts';

/** Many of the same kind are said by their number and the first of them. */
const shown = 20;

/** What is done once a database was put back from a backup, before and after somebody has looked at it. */
export const restoreCommands: readonly Command[] = [
  {
    name: 'restored',
    about:
      'after the database was restored: begin an era of the event log, pause the workers, check trail, ledger and files, have every card hold checked; --anchor and --consent-anchor are anchors of earlier checks',
    options: [],
    optional: ['anchor', 'consent-anchor'],
    operation: 'events.begin-era',
    run: checkRestored,
  },
  {
    name: 'resume',
    about: 'let the workers go on after a restore or a move of the database',
    options: [],
    operation: 'events.resume',
    async run(ctx) {
      const { resumeWork } = await import('#modules/events');
      const resumed = await resumeWork(ctx);
      return { ok: true, result: { resumed }, lines: [resumed ? 'Workers go on.' : 'Nothing was paused.'] };
    },
  },
];

async function checkRestored(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome> {
  const { beginEra } = await import('#modules/events');
  const { verifyChain } = await import('#modules/audit');
  const { verifyConsent } = await import('#modules/consent');
  const { compareObjects } = await import('#modules/documents');
  const { requestChecks } = await import('#modules/checkout');
  // First, so that nothing is written into the era before and nothing is sent meanwhile.
  const { era } = await beginEra(ctx);
  const holds = await requestChecks(ctx);
  const trail = await verifyChain(ctx, options['anchor']);
  const consent = await verifyConsent(ctx, options['consent-anchor']);
  const files = await compareObjects(ctx);
  const ok = trail.ok && consent.ok && files.missing.length === 0;
  return {
    ok,
    result: {
      ok,
      era,
      paused: true,
      holds_to_check: holds,
      audit: { ok: trail.ok, rows: trail.rows, problem: trail.problem ?? null },
      consent: { ok: consent.ok, entries: consent.entries, problem: consent.problem ?? null },
      documents: files.documents,
      objects: files.objects,
      documents_without_file: files.missing,
      objects_without_document: files.unnamed,
    },
    lines: [
      `ok   era ${era} begun; workers are paused until: makewhole resume`,
      `ok   card holds to be checked with the provider: ${holds}`,
      say(trail.ok, `audit trail: ${trail.ok ? `${trail.rows} rows` : trail.problem}`),
      say(consent.ok, `consent ledger: ${consent.ok ? `${consent.entries} entries` : consent.problem}`),
      say(files.missing.length === 0, `documents without their file: ${few(files.missing)} of ${files.documents}`),
      `ok   objects that no document names: ${few(files.unnamed)} of ${files.objects}`,
    ],
  };
}

const say = (ok: boolean, text: string): string => `${ok ? 'ok  ' : 'FAIL'} ${text}`;

const few = (names: readonly string[]): string =>
  names.length === 0
    ? '0'
    : `${names.length} (${names.slice(0, shown).join(', ')}${names.length > shown ? ', …' : ''})`;
