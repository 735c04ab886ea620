// What is compared of a row or an answer: of each member whether it is there, and what of a few words it says. Ids, texts,
// times and amounts differ from one run to the next and are only there.

/** What was seen of a member, and how often. */
export type Shapes = ReadonlyMap<string, ReadonlySet<string>>;

/** A word of the code, such as a status or a type of event. */
const word = /^[a-z][a-z_-]*(?:\.[a-z_]+)*$/;
const longestWord = 40;

function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return value === 0 ? '0' : 'number';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'list';
  const text = String(value);
  if (text === '' || text === '\\x') return 'empty';
  return text.length <= longestWord && word.test(text) ? text : 'set';
}

/** Adds what is seen of a value; members of objects are named `outer.inner`. */
export function addShapes(shapes: Map<string, Set<string>>, name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [inner, one] of Object.entries(value)) addShapes(shapes, name === '' ? inner : `${name}.${inner}`, one);
    return;
  }
  const seen = shapes.get(name) ?? new Set();
  shapes.set(name, seen.add(shapeOf(value)));
  if (Array.isArray(value)) for (const one of value) if (typeof one === 'object') addShapes(shapes, `${name}[]`, one);
}

export type Difference = {
  readonly name: string;
  readonly expected: string;
  readonly found: string;
};

/** What several runs of one version agree on differs from none of them; so each member may be as in any of them. */
export function compareShapes(references: readonly Shapes[], found: Shapes): readonly Difference[] {
  const names = new Set([found, ...references].flatMap((shapes) => [...shapes.keys()]));
  return [...names].toSorted().flatMap((name) => {
    const show = (shapes: Shapes): string => [...(shapes.get(name) ?? ['nothing'])].toSorted().join(' or ');
    const expected = references.map(show);
    return expected.includes(show(found)) ? [] : [{ name, expected: expected[0] ?? 'nothing', found: show(found) }];
  });
}
