// Which column of a file is which field: guessed by its name, remembered by what it was the last time.

const toColumnKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether a column's name is one of these, and so cannot be a person's data in a file without names. */
export const isKnownName = (column: string, names: Readonly<Record<string, readonly string[]>>): boolean =>
  Object.values(names).some((known) => known.includes(toColumnKey(column)));

/** Names that are remembered for an institution. */
const rememberedMax = 500;

type Guess<Field extends string> = {
  readonly columns: readonly string[];
  /** Fields by the key of the column that had them; '' for a column that had none. */
  readonly remembered: Readonly<Record<string, string>>;
  /** Keys of columns that are this field, by field. */
  readonly names: Readonly<Record<Field, readonly string[]>>;
};

/** By what these columns were the last time, then by their names; a field is guessed once. */
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

/** What was remembered, with these columns added; the oldest go first. */
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
