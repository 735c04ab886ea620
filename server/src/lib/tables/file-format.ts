// The kind of a file, determined from its content and never from its name.

export const fileKinds = ['csv', 'xlsx', 'ndjson'] as const;
export type FileKind = (typeof fileKinds)[number];

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export type FileFormat = {
  readonly kind: FileKind;
  readonly encoding: Encoding;
  /** For CSV files only. */
  readonly delimiter: string | undefined;
};

const delimiters = [',', ';', '\t', '|'] as const;

/** An Excel file is a ZIP file; no other accepted file begins like one. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;

/** By its byte order mark; otherwise by whether all of it is UTF-8, which text in another encoding almost never is. */
export function decideEncoding(head: Uint8Array, isUtf8: boolean): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** The format of a text by its first lines. */
export function decideTextFormat(text: string): Pick<FileFormat, 'kind' | 'delimiter'> {
  const lines = text.split('\n', 20).filter((line) => line.trim() !== '');
  if (lines[0]?.trimStart().startsWith('{')) return { kind: 'ndjson', delimiter: undefined };
  return { kind: 'csv', delimiter: decideDelimiter(lines) };
}

/** The delimiter that splits the first lines into the most cells, the same number in each; quoted cells do not count. */
function decideDelimiter(lines: readonly string[]): string {
  const plain = lines.map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const score = (delimiter: string): number => {
    const counts = plain.map((line) => line.split(delimiter).length - 1);
    const [first = 0] = counts;
    return first === 0 ? 0 : first + counts.filter((count) => count === first).length / counts.length;
  };
  return delimiters.toSorted((a, b) => score(b) - score(a))[0] ?? ',';
}
