// What every page about an uploaded file says.

const problemTexts: Readonly<Record<string, string>> = {
  upload_failed: 'The upload did not end. Send the file again.',
  empty_file: 'The file is empty.',
  not_a_table: 'This is no file of a kind that is taken.',
  damaged_workbook: 'The workbook is damaged or protected by a password.',
  workbook_too_large: 'The workbook unpacks to more than can be read. Save it as CSV.',
  takes_too_long: 'The file takes too long to read. Save it as CSV, or split it.',
  no_columns: 'The first row has no names of columns.',
  first_row_is_data:
    'The first row has an email address, a phone number or a VIN where the names of the columns should be. Put a row with names above it.',
  too_many_columns: 'The file has more than 200 columns.',
  unclosed_quote: 'A quotation mark is opened and never closed.',
  row_too_long: 'A row is longer than any row can be.',
  too_many_empty_rows: 'There are more than 1,000 empty rows between two rows.',
  too_many_rows: 'The file has more rows than can be taken.',
  table_too_large: 'The cells of the workbook have more text than can be taken. Save it as CSV.',
  institution_suspended: 'The institution was suspended, so the rest was not applied.',
  user_removed: 'Whoever applied the file may not do so here any more, so the rest was not applied.',
  sandbox_reset: 'The sandbox was emptied while the file was applied, so the rest was not applied.',
  person_erased: 'The data of somebody in this file was erased. Upload it again without them.',
  not_applied: 'A block of rows could not be referred, so the file was stopped.',
  no_rows: 'The file has no rows below its header.',
  file_gone: 'The file is not stored any more. Upload it again.',
  not_readable: 'The file could not be read.',
  roster_changed: 'The roster changed before the first change was made, so none was. Make the preview again.',
  undo_void: 'The roster changed before the first change was undone, so none was.',
};
export const wordsOfProblem = (code: string): string => problemTexts[code] ?? code;

export const formatCount = (count: number): string => count.toLocaleString('en-US');
export const formatSize = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

const encodingWords: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};
const delimiterWords: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

type Found = {
  readonly kind: string | null;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly size_bytes: number;
};

/** What was found in a file's content, in words. */
export const describeFormat = ({ kind, encoding, delimiter, size_bytes: bytes }: Found): string =>
  [
    kind?.toUpperCase(),
    kind === 'xlsx' || encoding === null ? undefined : encodingWords[encoding],
    delimiter === null ? undefined : `cells separated by ${delimiterWords[delimiter] ?? delimiter}`,
    formatSize(bytes),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
