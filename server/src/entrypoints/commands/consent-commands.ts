import { writeFile } from 'node:fs/promises';
import type { Command } from '../command.ts';
import { describeAnchors, positionsOf } from './audit-commands.ts';

/** Checks the complete consent ledger, and exports the record of one case, from the command line. */
export const consentCommands: readonly Command[] = [
  {
    name: 'consent verify',
    about:
      'Check against all signed anchors that nothing in the consent ledger was changed or removed. --anchor: the anchor printed by an earlier check',
    options: [],
    optional: ['anchor'],
    anyClock: true,
    async run(ctx, { anchor }) {
      const { readAnchors } = await import('#modules/ledger');
      const { verifyConsent } = await import('#modules/ledger');
      // Read before the chain: a later anchor would be beyond the chain's end.
      const outside = await readAnchors(ctx);
      const { entries, unchained, wordings, problem, ...verdict } = await verifyConsent(
        ctx,
        positionsOf(outside, 'consent', anchor),
      );
      const anchors = describeAnchors(outside, 'consent', verdict.missed);
      const ok = verdict.ok && anchors.ok;
      const counts = `${entries} entries, ${unchained} not chained yet, ${wordings} wordings`;
      const where = verdict.brokenSeq === undefined ? '' : ` at entry ${verdict.brokenSeq}`;
      const lines = verdict.ok
        ? [`ok: ${counts}`, `anchor ${verdict.anchor}`]
        : [`BROKEN${where}: ${problem}`, `checked up to there: ${counts}`];
      const first = verdict.brokenSeq ?? null;
      const result = { ok, entries, unchained, wordings, anchor: verdict.anchor ?? null, broken_seq: first };
      return {
        ok,
        result: { ...result, problem: problem ?? null, anchors: anchors.result },
        lines: [...lines, ...anchors.lines],
      };
    },
  },
  {
    name: 'consent export',
    about:
      'Print the consent record of a case as JSON. CASE: its id, its number, or the id of its intake, referral or redemption. --pdf: write it to a new PDF file instead',
    argument: 'case',
    options: [],
    optional: ['pdf'],
    async run(ctx, { case: name = '', pdf }) {
      const { recordEntry } = await import('#modules/ledger');
      const { getConsentRecord, writeConsentPdf } = await import('#modules/board');
      const { transact } = await import('#platform/db');
      const record = await getConsentRecord(ctx, name);
      // Reading personal data leaves an audit row, from the shell too.
      await transact(ctx, (tx) =>
        recordEntry(tx, { kind: 'view', operation: 'board.get-consent', subjectId: record.consultation_id }),
      );
      if (pdf === undefined) return { ok: true, result: record, lines: [JSON.stringify(record, null, 2)] };
      // Readable only by the user who asked, and never overwrites a file.
      await writeFile(pdf, await writeConsentPdf(record), { flag: 'wx', mode: 0o600 });
      return { ok: true, result: { file: pdf, entries: record.entries.length }, lines: [`wrote ${pdf}`] };
    },
  },
];
