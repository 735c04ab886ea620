// Which column of a file is which field: guessed by name, and remembered from the last file.

const toColumnKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether a column's name is one of these, and so cannot be personal data in a file without a header row. */
export const isKnownName = (column: string, names: Readonly<Record<string, readonly string[]>>): boolean =>
  Object.values(names).some((known) => known.includes(toColumnKey(column)));

/** Names remembered per institution. */
const rememberedMax = 500;

type Guess<Field extends string> = {
  readonly columns: readonly string[];
  /** Fields by the key of their column; '' for a column without a field. */
  readonly remembered: Readonly<Record<string, string>>;
  /** Column keys that mean this field, by field. */
  readonly names: Readonly<Record<Field, readonly string[]>>;
};

/** By the last file's assignments, then by name; a field is assigned once. */
export function guessColumns<Field extends string>({ columns, remembered, names }: Guess<Field>): (Field | null)[] {
  const fields = Object.keys(names) as Field[];
  const taken = new Set<string>();
  return columns.map((column) => {
    const key = toColumnKey(column);
    const known = Object.hasOwn(remembered, key) ? remembered[key] : undefined;
    const guess = fields.find((field) =>
      known === undefined ? field === column || names[field].includes(key) : field === known,
    );
    if (guess === undefined || taken.has(guess)) return null;
    taken.add(guess);
    return guess;
  });
}

type Chosen = {
  readonly columns: readonly string[];
  readonly mapping: readonly (string | null)[];
};

/** The remembered columns plus these; the oldest are dropped first. */
export function rememberColumns(
  before: Readonly<Record<string, string>>,
  { columns, mapping }: Chosen,
): Record<string, string> {
  const named = columns.flatMap((column, index) => {
    const key = toColumnKey(column);
    return key === '' ? [] : [[key, mapping[index] ?? ''] as const];
  });
  return Object.fromEntries([...Object.entries(before), ...named].slice(-rememberedMax));
}
