// Messages shared by all uploaded-file pages.

const problemTexts: Readonly<Record<string, string>> = {
  upload_failed: 'The upload didn’t finish. Send the file again.',
  empty_file: 'The file is empty.',
  not_a_table: 'This file type isn’t supported.',
  damaged_workbook: 'The workbook is damaged or password-protected.',
  workbook_too_large: 'The workbook is too large once unpacked. Save it as CSV.',
  takes_too_long: 'The file takes too long to read. Save it as CSV, or split it.',
  no_columns: 'The first row has no column names.',
  first_row_is_data:
    'The first row contains an email address, a phone number or a VIN instead of column names. Add a row of column names above it.',
  too_many_columns: 'The file has more than 200 columns.',
  unclosed_quote: 'A quotation mark is opened and never closed.',
  row_too_long: 'A row is longer than the limit.',
  too_many_empty_rows: 'There are more than 1,000 empty rows between two rows.',
  too_many_rows: 'The file has too many rows.',
  table_too_large: 'The workbook contains too much text. Save it as CSV.',
  institution_suspended: 'The institution was suspended, so the rest was not applied.',
  user_removed: 'The user who applied the file no longer has permission, so the rest was not applied.',
  sandbox_reset: 'The sandbox was reset while the file was being applied, so the rest was not applied.',
  person_erased: 'The data of a person in this file was erased. Upload the file again without them.',
  not_applied: 'Some rows could not be referred, so processing stopped.',
  no_rows: 'The file has no rows below its header.',
  file_gone: 'The file is no longer stored. Upload it again.',
  not_readable: 'The file could not be read.',
  roster_changed: 'The roster changed after the preview, so nothing was applied. Preview the file again.',
  undo_void: 'The roster has changed since, so nothing was undone.',
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

/** The detected file format, in words. */
export const describeFormat = ({ kind, encoding, delimiter, size_bytes: bytes }: Found): string =>
  [
    kind?.toUpperCase(),
    kind === 'xlsx' || encoding === null ? undefined : encodingWords[encoding],
    delimiter === null ? undefined : `cells separated by ${delimiterWords[delimiter] ?? delimiter}`,
    formatSize(bytes),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
