/** The form in which names are compared: "F-150" equals "f150", and "Citroën" equals "CITROEN". */
export const toKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Short names that people and feeds use for a make. */
const makeNames: Readonly<Record<string, string>> = {
  chevy: 'chevrolet',
  mercedes: 'mercedesbenz',
  vw: 'volkswagen',
  ramtrucks: 'ram',
  infinity: 'infiniti',
};

export function toMakeKey(make: string): string {
  const key = toKey(make);
  return makeNames[key] ?? key;
}

/** Whether both may be the same make; an unknown one, or one without Latin letters, contradicts nothing. */
export function isSameMake(one = '', other = ''): boolean {
  const [first, second] = [toMakeKey(one), toMakeKey(other)];
  return first === '' || second === '' || first === second;
}

/** Whether both may be the same model, as "Silverado" and "Silverado 1500" may. An unknown one contradicts nothing. */
export function mayBeSameModel(one = '', other = ''): boolean {
  const [first, second] = [toKey(one), toKey(other)];
  return first.startsWith(second) || second.startsWith(first);
}
