import type { StatementRun } from '#api/types.ts';

const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The result in words: how many statements were issued, or why none. */
export function describeStatementRun({ issued, existing, unpriced }: Omit<StatementRun, 'period'>): string {
  const skippedCount = unpriced.length;
  const skipped = `${formatCount(skippedCount, 'institution', 'institutions')} skipped: a plan has no price.`;
  if (issued > 0)
    return `${formatCount(issued, 'statement', 'statements')} issued.${skippedCount === 0 ? '' : ` ${skipped}`}`;
  if (skippedCount > 0) return `No statements issued. ${skipped}`;
  if (existing === 0) return 'No statements issued: no vehicles were enrolled in that month.';
  const already =
    existing === 1 ? 'the one for that month already exists' : `all ${existing} for that month already exist`;
  return `No statements issued: ${already}.`;
}
