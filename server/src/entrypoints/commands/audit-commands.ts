import type { Anchors } from '#modules/ledger';
import type { Command } from '../command.ts';

/** Checks the complete audit trail from the command line. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    about:
      'Check against all signed anchors that no row of the audit trail was changed or removed. --anchor: the anchor printed by an earlier check',
    options: [],
    optional: ['anchor'],
    anyClock: true,
    async run(ctx, { anchor }) {
      const { readAnchors } = await import('#modules/ledger');
      const { verifyChain } = await import('#modules/ledger');
      // Read before the chain: a later anchor would be beyond the chain's end.
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

/** Positions that a chain must contain: the given anchor, and all signed ones. */
export const positionsOf = (outside: Anchors | undefined, chain: Chain, given: string | undefined): string[] => [
  ...(given === undefined ? [] : [given]),
  ...(outside?.kept ?? []).map((one) => one[chain]),
];

/** A description of the anchors found, for people and as JSON, with the numbers of those that the chain does not contain. */
export function describeAnchors(outside: Anchors | undefined, chain: Chain, missed: readonly string[]) {
  if (outside === undefined)
    return { ok: true, result: null, lines: ['no signed anchors: AUDIT_ANCHOR_STORE is not set'] };
  const { count, kept, lastAt, problem } = outside;
  const numbers = kept.filter((one) => missed.includes(one[chain])).map(({ number }) => number);
  const result = { count, last_at: lastAt?.toISOString() ?? null, problem: problem ?? null, missed: numbers };
  const newest = lastAt === undefined ? '' : `, newest from ${lastAt.toISOString()}`;
  return {
    ok: problem === undefined,
    result,
    lines: [
      problem === undefined ? `signed anchors: ${count}${newest}` : `BROKEN anchors: ${problem}`,
      ...(numbers.length === 0 ? [] : [`anchors that the chain does not contain: ${toRanges(numbers)}`]),
    ],
  };
}

/** In the format of AUDIT_ANCHORS_LOST. */
function toRanges(numbers: readonly number[]): string {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  const ends = numbers.filter((number) => !numbers.includes(number + 1));
  return starts.map((start, place) => (start === ends[place] ? `${start}` : `${start}-${ends[place]}`)).join(',');
}
