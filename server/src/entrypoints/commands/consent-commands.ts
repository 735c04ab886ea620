import { writeFile } from 'node:fs/promises';
import type { Command } from '../command.ts';
import { describeAnchors, positionsOf } from './audit-commands.ts';

/** The consent ledger from the command line: the check of all of it, and the record of one case. */
export const consentCommands: readonly Command[] = [
  {
    name: 'consent verify',
    about:
      'check that nothing in the consent ledger was changed or removed, by all anchors that were signed; --anchor is the anchor of an earlier check',
    options: [],
    optional: ['anchor'],
    anyClock: true,
    async run(ctx, { anchor }) {
      const { readAnchors } = await import('#modules/ledger');
      const { verifyConsent } = await import('#modules/ledger');
      // Before the chain: what is anchored meanwhile would be behind its end.
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
        : [`BROKEN${where}: ${problem}`, `checked before it: ${counts}`];
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
      'print the consent record of a case, by its id, its number or the id of its intake, referral or redemption, as JSON; --pdf writes it to a new file instead',
    argument: 'case',
    options: [],
    optional: ['pdf'],
    async run(ctx, { case: name = '', pdf }) {
      const { recordEntry } = await import('#modules/ledger');
      const { getConsentRecord, writeConsentPdf } = await import('#modules/board');
      const { transact } = await import('#platform/db');
      const record = await getConsentRecord(ctx, name);
      // Nobody reads data without a row, from the shell either.
      await transact(ctx, (tx) =>
        recordEntry(tx, { kind: 'view', operation: 'board.get-consent', subjectId: record.consultation_id }),
      );
      if (pdf === undefined) return { ok: true, result: record, lines: [JSON.stringify(record, null, 2)] };
      // For the eyes of whoever asked, and never over a file that is there.
      await writeFile(pdf, await writeConsentPdf(record), { flag: 'wx', mode: 0o600 });
      return { ok: true, result: { file: pdf, entries: record.entries.length }, lines: [`wrote ${pdf}`] };
    },
  },
];
