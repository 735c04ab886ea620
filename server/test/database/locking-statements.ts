const waitingLock = /\bfor (?:no key )?(?:update|share)\b(?! (?:of \w+ )?skip locked)/g;
const aggregate = /\b(?:count|sum|min|max|avg|bool_or|bool_and|array_agg|json_agg|jsonb_agg|string_agg)\s*\(/;

/**
 * Finds sub-selects and aggregates in the same select as a row lock. A select that waits for a lock re-reads only the
 * locked row, so everything else it reads predates the wait. With `skip locked` it does not wait.
 */
export function findReadsBesideLock(text: string): string[] {
  const plain = text.replaceAll(/'(?:[^']|'')*'/g, (literal) => ' '.repeat(literal.length));
  return [...plain.matchAll(waitingLock)].flatMap(({ index }) => {
    const select = plain.slice(startOfSelect(plain, index), index);
    const nested = [...select.matchAll(/\(\s*(select\b[^()]{0,80})/gi)].map(([, read = '']) => read.trim());
    const total = aggregate.exec(select)?.[0];
    return total === undefined ? nested : [...nested, total];
  });
}

/** A lock clause ends the select that starts at its parenthesis, or at the start of the statement. */
function startOfSelect(plain: string, lockAt: number): number {
  let depth = 0;
  for (let at = lockAt - 1; at >= 0; at -= 1) {
    if (plain[at] === ')') depth += 1;
    else if (plain[at] === '(' && depth === 0) return at + 1;
    else if (plain[at] === '(') depth -= 1;
  }
  return 0;
}
