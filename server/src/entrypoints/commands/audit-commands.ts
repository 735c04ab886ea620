import type { Anchors } from '#modules/ledger';
import type { Command } from '../command.ts';

/** The audit trail from the command line: the check of all of it. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    about:
      'check that no row of the audit trail was changed or removed, by all anchors that were signed; --anchor is the anchor of an earlier check',
    options: [],
    optional: ['anchor'],
    anyClock: true,
    async run(ctx, { anchor }) {
      const { readAnchors } = await import('#modules/ledger');
      const { verifyChain } = await import('#modules/ledger');
      // Before the chain: what is anchored meanwhile would be behind its end.
      const outside = await readAnchors(ctx);
      const { missed, ...verdict } = await verifyChain(ctx, positionsOf(outside, 'audit', anchor));
      const { rows, problem } = verdict;
      const anchors = describeAnchors(outside, 'audit', missed);
      const ok = verdict.ok && anchors.ok;
      const lines = verdict.ok
        ? [`ok: ${rows} rows`, `anchor ${verdict.anchor}`]
        : [`BROKEN after row ${rows}: ${problem}`];
      const result = { ...verdict, ok, problem: problem ?? null, anchors: anchors.result };
      return { ok, result, lines: [...lines, ...anchors.lines] };
    },
  },
];

type Chain = 'audit' | 'consent';

/** What a chain must pass through: the anchor that was given, and all that were signed. */
export const positionsOf = (outside: Anchors | undefined, chain: Chain, given: string | undefined): string[] => [
  ...(given === undefined ? [] : [given]),
  ...(outside?.kept ?? []).map((one) => one[chain]),
];

/** What was found outside, for people and as JSON, with the numbers of the anchors that a chain does not pass through. */
export function describeAnchors(outside: Anchors | undefined, chain: Chain, missed: readonly string[]) {
  if (outside === undefined) return { ok: true, result: null, lines: ['no signed anchors: they are not configured'] };
  const { count, kept, lastAt, problem } = outside;
  const numbers = kept.filter((one) => missed.includes(one[chain])).map(({ number }) => number);
  const result = { count, last_at: lastAt?.toISOString() ?? null, problem: problem ?? null, missed: numbers };
  const newest = lastAt === undefined ? '' : `, the newest of ${lastAt.toISOString()}`;
  return {
    ok: problem === undefined,
    result,
    lines: [
      problem === undefined ? `signed anchors: ${count}${newest}` : `BROKEN outside: ${problem}`,
      ...(numbers.length === 0 ? [] : [`not passed through: anchors ${toRanges(numbers)}`]),
    ],
  };
}

/** As AUDIT_ANCHORS_LOST takes them. */
function toRanges(numbers: readonly number[]): string {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  const ends = numbers.filter((number) => !numbers.includes(number + 1));
  return starts.map((start, place) => (start === ends[place] ? `${start}` : `${start}-${ends[place]}`)).join(',');
}
