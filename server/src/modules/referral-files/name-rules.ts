// One column with a whole name is split only where there is no doubt.

/** What follows a name and is none, or makes it that of a company. */
const notNames = /^(jr|sr|ii|iii|iv|v|md|phd|esq|dds|llc|inc|corp|co|ltd|lp|llp|trust|estate|and)$/i;

const isNotName = (word: string): boolean => notNames.test(word.replaceAll('.', ''));

/** "Last, First" or two words; undefined for everything else, a middle name included. */
export function splitName(text: string): { readonly first_name: string; readonly last_name: string } | undefined {
  if (/[&/;]/.test(text)) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const [last = '', first = ''] = parts;
  if (parts.length === 2) {
    const words = [...last.split(/\s+/), ...first.split(/\s+/)];
    return last === '' || first === '' || words.some(isNotName) ? undefined : { first_name: first, last_name: last };
  }
  const words = text.split(/\s+/);
  const [one, two] = words;
  if (parts.length !== 1 || words.length !== 2 || one === undefined || two === undefined) return undefined;
  return words.some(isNotName) ? undefined : { first_name: one, last_name: two };
}
