/** A difference between the service and the model. */
export class Difference extends Error {}

/** Compares only these members. */
export const some = (members: object): Some => new Some(members);

class Some {
  readonly members: object;

  constructor(members: object) {
    this.members = members;
  }
}

/** Any one of these. */
export const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

const show = (value: unknown): string => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value)));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The path of the first difference; a function among the expected values is a predicate. */
function firstDifference(told: unknown, expected: unknown, path: string): string | undefined {
  if (typeof expected === 'function')
    return expected(told) === true ? undefined : `${path} is ${show(told)}, which it must not be`;
  if (expected instanceof Some)
    return membersDiffer(told, expected.members, { path, names: Object.keys(expected.members) });
  if (!isObject(expected) || !isObject(told) || Array.isArray(told) !== Array.isArray(expected))
    return Object.is(told, expected) ? undefined : `${path} is ${show(told)} and should be ${show(expected)}`;
  const names = new Set([...Object.keys(expected), ...Object.keys(told)]);
  return membersDiffer(told, expected, { path, names: [...names] });
}

function membersDiffer(
  told: unknown,
  expected: object,
  at: { path: string; names: readonly string[] },
): string | undefined {
  if (!isObject(told)) return `${at.path} is ${show(told)} and should have members`;
  for (const name of at.names) {
    const found = firstDifference(told[name], (expected as Record<string, unknown>)[name], `${at.path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function check(what: string, told: unknown, expected: unknown): void {
  const found = firstDifference(told, expected, '');
  if (found !== undefined) throw new Difference(`${what}: ${found.slice(0, 600)}`);
}

export const equals = (told: unknown, expected: unknown): boolean => firstDifference(told, expected, '') === undefined;

export function must(what: string, holds: boolean): void {
  if (!holds) throw new Difference(what);
}
