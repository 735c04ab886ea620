/** What became of a run of a month's statements, as the service answers it. */
export type StatementRun = {
  readonly issued: number;
  readonly existing: number;
  readonly unpriced: readonly unknown[];
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The same in words: how many there are now because of it, or why there are none. */
export function toldOfRun({ issued, existing, unpriced }: StatementRun): string {
  const without = unpriced.length;
  const refused = `${counted(without, 'institution', 'institutions')} got none: a plan without a price.`;
  if (issued > 0)
    return `${counted(issued, 'statement was', 'statements were')} issued.${without === 0 ? '' : ` ${refused}`}`;
  if (without > 0) return `No statement was issued. ${refused}`;
  if (existing === 0) return 'No statement was issued: nobody was enrolled in that month.';
  const there = existing === 1 ? 'the one of that month was' : `all ${existing} of that month were`;
  return `No statement was issued: ${there} there already.`;
}
