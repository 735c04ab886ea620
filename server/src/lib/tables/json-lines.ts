import { isNestedTooDeep } from '#lib/json/json-depth';

/** Longer than any row of a roster. */
export const lineMax = 65_536;

export function parseLine(line: string): unknown {
  if (line.length > lineMax || isNestedTooDeep(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Members and members of members; anything deeper is not a cell. */
export function flatten(value: unknown): Map<string, string> {
  const cells = new Map<string, string>();
  const add = (path: string, member: unknown) => {
    if (typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean')
      cells.set(path, String(member));
  };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return cells;
  for (const [name, member] of Object.entries(value)) {
    add(name, member);
    if (member !== null && typeof member === 'object' && !Array.isArray(member))
      for (const [inner, one] of Object.entries(member)) add(`${name}.${inner}`, one);
  }
  return cells;
}
