import { writeFile } from 'node:fs/promises';
import type { Ctx } from '#context';
import type { Command } from '../command.ts';

/** Who ran the command, as `--as` or the system says. */
const whoRan = ({ actor }: Ctx): string => (actor.kind === 'system' ? actor.runBy : undefined) ?? 'unknown';

/** What persons may ask for, and what a court may: export, erasure, legal holds. */
export const privacyCommands: readonly Command[] = [
  {
    name: 'person export',
    about:
      'print everything that is stored about a person, by an address or a number, or about one case, by any of its names, as JSON; --pdf writes it to a new file instead',
    argument: 'who',
    options: [],
    optional: ['pdf'],
    async run(ctx, { who = '', pdf }) {
      const { recordEntry } = await import('#modules/ledger');
      const { exportCustomer, writeExportPdf } = await import('#modules/privacy');
      const { transact } = await import('#platform/db');
      const record = await exportCustomer(ctx, who);
      const subjectId = record.cases[0]?.id;
      // Nobody reads data without a row, from the shell either.
      await transact(ctx, (tx) => recordEntry(tx, { kind: 'view', operation: 'privacy.export-customer', subjectId }));
      if (pdf === undefined) return { ok: true, result: record, lines: [JSON.stringify(record, null, 2)] };
      // For the eyes of whoever asked, and never over a file that is there.
      await writeFile(pdf, await writeExportPdf(record), { flag: 'wx', mode: 0o600 });
      return { ok: true, result: { file: pdf, cases: record.cases.length }, lines: [`wrote ${pdf}`] };
    },
  },
  {
    name: 'person erase',
    about:
      'erase a person, by an address or a number, or one case, by any of its names; without --confirm yes it only says what it would do',
    argument: 'who',
    options: [],
    optional: ['confirm'],
    operation: 'privacy.erase-customer',
    async run(ctx, { who = '', confirm }) {
      const { eraseCustomer, previewErasure } = await import('#modules/privacy');
      if (confirm !== 'yes') return describePreview(await previewErasure(ctx, who));
      const { closeErased } = await import('#app/callbacks');
      const { cases, counts } = await eraseCustomer(ctx, { name: who, by: whoRan(ctx), close: closeErased });
      const lines = Object.entries(counts).map(([table, rows]) => `${table}: ${rows}`);
      return { ok: true, result: { cases, counts }, lines: [`Erased ${cases.join(', ') || 'a contact'}.`, ...lines] };
    },
  },
  {
    name: 'legal-hold place',
    about: 'stop retention and erasure of a case, by any of its names, or of an institution, by its id',
    argument: 'who',
    options: ['reason'],
    operation: 'privacy.set-legal-hold',
    async run(ctx, { who = '', reason = '' }) {
      const { setLegalHold } = await import('#modules/privacy');
      const subject = await setLegalHold(ctx, { name: who, reason, by: whoRan(ctx) });
      return { ok: true, result: { subject_id: subject }, lines: [`A legal hold is in force for ${subject}.`] };
    },
  },
  {
    name: 'legal-hold lift',
    about: 'lift the legal hold of a case or an institution; --reason says why',
    argument: 'who',
    options: [],
    optional: ['reason'],
    operation: 'privacy.lift-legal-hold',
    async run(ctx, { who = '', reason }) {
      const { liftLegalHold } = await import('#modules/privacy');
      const subject = await liftLegalHold(ctx, { name: who, by: whoRan(ctx), ...(reason && { reason }) });
      return { ok: true, result: { subject_id: subject }, lines: [`Lifted for ${subject}.`] };
    },
  },
  {
    name: 'legal-hold list',
    about: 'print the legal holds in force',
    options: [],
    async run(ctx) {
      const { listLegalHolds } = await import('#modules/privacy');
      const holds = await listLegalHolds(ctx);
      const lines = holds.map(
        (hold) => `${hold.subject_id} since ${hold.placed_at} by ${hold.placed_by}: ${hold.reason}`,
      );
      return { ok: true, result: { holds }, lines: lines.length === 0 ? ['None is in force.'] : lines };
    },
  },
];

type Preview = {
  readonly cases: readonly { readonly number: string; readonly source_id: string; readonly open: boolean }[];
  readonly sources: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly held: readonly string[];
  readonly moving: readonly string[];
};

function describePreview({ cases, sources, counts, held, moving }: Preview) {
  const lines = [
    ...cases.map(
      ({ number, source_id: id, open }) => `case ${number} of ${id}${open ? ', open: it would be closed' : ''}`,
    ),
    ...Object.entries(counts).map(([table, rows]) => `${table}: ${rows} rows`),
    ...held.map((id) => `A legal hold on ${id} stops it.`),
    ...moving.map((number) => `A card hold of ${number} stands or is being charged or released: that stops it.`),
    'Nothing was erased. To erase it, add --confirm yes.',
  ];
  const ok = held.length === 0 && moving.length === 0;
  return { ok, result: { cases, sources, counts, held, moving, erased: false }, lines };
}
