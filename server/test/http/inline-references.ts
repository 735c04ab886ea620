/** Returns the description with each reference replaced by its target. */
export function inlineReferences<T>(document: T): T {
  const find = (address: string): unknown =>
    address
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline);
    if (part === null || typeof part !== 'object') return part;
    const { $ref, ...rest } = part as Record<string, unknown>;
    const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inline(value)]));
    return typeof $ref === 'string' ? { ...(inline(find($ref)) as object), ...own } : own;
  };
  return inline(document) as T;
}
