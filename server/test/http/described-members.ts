import type { Harness } from '#test/harness';

export type Body = Readonly<Record<string, unknown>>;

/** A request member, as the reference page of its operation shows it. */
type Member = { readonly name: string; readonly required: boolean; readonly type: string; readonly meaning: string };

type Described = { readonly text: string; readonly members: readonly Member[]; readonly mayBeLeftOut: boolean };

/** The request members that an operation's reference page lists, and the page itself. */
export async function listMembers(harness: Harness, page: string): Promise<Described> {
  const { text } = await harness.call('GET', `${page}.md`);
  const [, section = ''] = /\n## Body\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| `([^`]+)`( \*\*required\*\*)? \| ([^|]+) \| ([^|]*) \|$/gm)];
  const members = rows.map(([, name = '', required, type = '', meaning = '']) => ({
    name,
    type,
    meaning,
    required: required !== undefined,
  }));
  return { text, members, mayBeLeftOut: section.includes('The body may be left out.') };
}

export const namesOf = (member: string): string[] => member.replaceAll('[]', '.0').split('.');

/** The value at a dotted name. */
export const at = (body: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], body);

/** A copy with another value at a dotted name; undefined removes it. */
export function changed(body: Body, member: string, value: unknown): Body {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = namesOf(member);
  const holder = at(copy, names.slice(0, -1)) as Record<string, unknown>;
  holder[names.at(-1) ?? ''] = value;
  return copy;
}

type Bounds = { readonly least: number | undefined; readonly most: number | undefined; readonly isText: boolean };

/** The bounds that the description names: of a text its length, of a number its size. */
function boundsOf({ meaning, type }: Member): Bounds {
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text.replaceAll(',', '')));
  const [, exact] = /\bexactly ([\d,]+) characters(?:,|\.)/i.exec(meaning) ?? [];
  // The last match, because a description may name another operation's bounds first.
  const ranges = meaning.matchAll(/\b(?:([\d,]+) to|at most) ([\d,]+)(?: characters| small letters)?(?:,|\.)/gi);
  const [, least, most] = [...ranges].at(-1) ?? [];
  return { least: numberOf(exact ?? least), most: numberOf(exact ?? most), isText: /^text\b/.test(type) };
}

const valueOf = (size: number, { isText }: Bounds): unknown => (isText ? 'x'.repeat(size) : size);

/** Values at the limits that the description names. */
export function atLimits(member: Member): unknown[] {
  const bounds = boundsOf(member);
  return [bounds.least, bounds.most].flatMap((size) => (size === undefined ? [] : [valueOf(size, bounds)]));
}

/** Values just outside the limits of the description. */
export function outside(member: Member): unknown[] {
  const bounds = boundsOf(member);
  const { meaning } = member;
  return [
    ...(bounds.most === undefined ? [] : [valueOf(bounds.most + 1, bounds)]),
    ...(bounds.least === undefined ? [] : [valueOf(bounds.least - 1, bounds)]),
    ...(/not only spaces/.test(meaning) ? ['   '] : []),
    ...(/\bonly `|one of `/i.test(meaning) ? ['nonsense'] : []),
    ...(/small letters/.test(meaning) ? ['Large'] : /letters|17 characters/i.test(meaning) ? ['x'] : []),
    ...(/a date/i.test(meaning) ? ['yesterday'] : []),
  ];
}

/** Values of types that the page does not name. */
export function ofOtherTypes({ type }: Member): unknown[] {
  const samples: readonly (readonly [RegExp, unknown])[] = [
    [/^text/, 'text'],
    [/number/, 7.5],
    [/true or false/, true],
    [/^list/, ['text']],
    [/^(object|\[)/, { text: 'text' }],
  ];
  return samples.flatMap(([said, value]) => (said.test(type) ? [] : [value]));
}
