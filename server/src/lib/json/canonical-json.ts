/** Text to write, or a value with the text that precedes it. */
type Todo = string | { readonly before: string; readonly value: unknown };

/**
 * JSON with sorted member names and no spaces: equal values give equal text, however the sender wrote them. Iterative,
 * so that neither depth nor width overflows the stack.
 */
export function canonicalJson(value: unknown): string {
  let text = '';
  /** A stack: the next one is last. */
  const todo: Todo[] = [{ before: '', value }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') text += next;
    else if (next.value === null || typeof next.value !== 'object') text += next.before + JSON.stringify(next.value);
    else {
      const [open, close] = Array.isArray(next.value) ? ['[', ']'] : ['{', '}'];
      text += next.before + open;
      todo.push(close);
      const parts = partsOf(next.value);
      for (let index = parts.length - 1; index >= 0; index -= 1) {
        const [name, member] = parts[index] ?? ['', undefined];
        todo.push({ before: index === 0 ? name : `,${name}`, value: member });
      }
    }
  }
  return text;
}

/** The members of an object in order, or the items of a list, each with the text written before it. */
function partsOf(value: object): (readonly [before: string, value: unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ['', item] as const);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [`${JSON.stringify(name)}:`, member] as const);
}
