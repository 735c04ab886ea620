import { writeFile } from 'node:fs/promises';
import type { Ctx } from '#context';
import type { Command } from '../command.ts';

/** The user who ran the command: `--as`, or the system user. */
const whoRan = ({ actor }: Ctx): string => (actor.kind === 'system' ? actor.runBy : undefined) ?? 'unknown';

/** Data subject requests and court orders: export, erasure, legal holds. */
export const privacyCommands: readonly Command[] = [
  {
    name: 'person export',
    about:
      'Print everything stored about a person or one case as JSON. WHO: an email address, a phone number, or any id or number of a case. --pdf: write it to a new PDF file instead',
    argument: 'who',
    options: [],
    optional: ['pdf'],
    async run(ctx, { who = '', pdf }) {
      const { recordEntry } = await import('#modules/ledger');
      const { exportCustomer, writeExportPdf } = await import('#modules/privacy');
      const { transact } = await import('#platform/db');
      const record = await exportCustomer(ctx, who);
      const subjectId = record.cases[0]?.id;
      // Reading personal data leaves an audit row, from the shell too.
      await transact(ctx, (tx) => recordEntry(tx, { kind: 'view', operation: 'privacy.export-customer', subjectId }));
      if (pdf === undefined) return { ok: true, result: record, lines: [JSON.stringify(record, null, 2)] };
      // Readable only by the user who asked, and never overwrites a file.
      await writeFile(pdf, await writeExportPdf(record), { flag: 'wx', mode: 0o600 });
      return { ok: true, result: { file: pdf, cases: record.cases.length }, lines: [`wrote ${pdf}`] };
    },
  },
  {
    name: 'person erase',
    about:
      'Erase a person or one case. WHO: an email address, a phone number, or any id or number of a case. Without --confirm yes it only shows what it would erase',
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
    about:
      'Exempt a case or an institution from retention and erasure. WHO: any id or number of a case, or the id of an institution',
    argument: 'who',
    options: ['reason'],
    operation: 'privacy.set-legal-hold',
    async run(ctx, { who = '', reason = '' }) {
      const { setLegalHold } = await import('#modules/privacy');
      const subject = await setLegalHold(ctx, { name: who, reason, by: whoRan(ctx) });
      return { ok: true, result: { subject_id: subject }, lines: [`Legal hold placed on ${subject}.`] };
    },
  },
  {
    name: 'legal-hold lift',
    about: 'Lift the legal hold on a case or an institution. --reason: why',
    argument: 'who',
    options: [],
    optional: ['reason'],
    operation: 'privacy.lift-legal-hold',
    async run(ctx, { who = '', reason }) {
      const { liftLegalHold } = await import('#modules/privacy');
      const subject = await liftLegalHold(ctx, { name: who, by: whoRan(ctx), ...(reason && { reason }) });
      return { ok: true, result: { subject_id: subject }, lines: [`Legal hold lifted from ${subject}.`] };
    },
  },
  {
    name: 'legal-hold list',
    about: 'List the current legal holds',
    options: [],
    async run(ctx) {
      const { listLegalHolds } = await import('#modules/privacy');
      const holds = await listLegalHolds(ctx);
      const lines = holds.map(
        (hold) => `${hold.subject_id} since ${hold.placed_at} by ${hold.placed_by}: ${hold.reason}`,
      );
      return { ok: true, result: { holds }, lines: lines.length === 0 ? ['There are no legal holds.'] : lines };
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
    ...held.map((id) => `Blocked by a legal hold on ${id}.`),
    ...moving.map((number) => `Blocked by a card hold on case ${number} that is open or being charged or released.`),
    'Nothing was erased. To erase, add --confirm yes.',
  ];
  const ok = held.length === 0 && moving.length === 0;
  return { ok, result: { cases, sources, counts, held, moving, erased: false }, lines };
}
