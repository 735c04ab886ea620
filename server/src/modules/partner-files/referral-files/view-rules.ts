import { isEmail, maskEmail } from '#lib/text/email';
import { maskPhone, normalizePhone } from '#lib/text/phone';
import { isKnownName } from '#lib/tables/columns';
import type { Issue } from '#platform/errors';
import { names } from './column-data.ts';
import { cellOf, guessMapping, pathOf, type Mapping } from './field-rules.ts';
import { cellsGoAt, isResumable, leftOutOf, type DryRunCounts } from './rules.ts';
import type { FileRow } from './row-store.ts';
import type { FileSummaryView, FileView, RowView } from './schemas.ts';
import type { ReferralFile } from './store.ts';

const hidden = '•••';

/** People name files after customers; a user who sees contacts masked sees only the file type. */
const hideName = ({ kind }: Pick<ReferralFile, 'kind'>): string => (kind === null ? hidden : `${hidden}.${kind}`);

/** The dry run's counts; rows written by an older release have more. */
const toCounts = ({ ready, invalid, double, open, ended, warned }: DryRunCounts): DryRunCounts => ({
  ready,
  invalid,
  double,
  open,
  ended,
  warned,
});

export function toSummary(file: ReferralFile, unmasked: boolean): FileSummaryView {
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    id: file.id,
    name: unmasked ? file.name : hideName(file),
    status: file.status,
    kind: file.kind,
    encoding: file.encoding,
    delimiter: file.delimiter,
    size_bytes: file.sizeBytes,
    problem: file.problem,
    rows: file.rowCount,
    counts: file.counts === null ? null : toCounts(file.counts),
    leave_out: file.counts === null ? null : leftOutOf(file.counts),
    checked_at: iso(file.checkedAt),
    applied_at: iso(file.appliedAt),
    done: file.done,
    referred: file.referred,
    not_contacted: unmasked ? file.notContacted : null,
    overtaken: file.overtaken,
    finished_at: iso(file.finishedAt),
    can_resume: isResumable(file) && (file.counts?.ready ?? 0) > file.done,
    cells_until: file.emptiedAt === null ? cellsGoAt(file.createdAt).toISOString() : null,
    created_at: file.createdAt.toISOString(),
  };
}

type Seen = {
  /** Whether names and contacts are shown as they are. */
  readonly unmasked: boolean;
  readonly remembered: Readonly<Record<string, string>>;
  /** The first rows. */
  readonly samples: readonly FileRow[];
};

export function toFileView(file: ReferralFile, { unmasked, remembered, samples }: Seen): FileView {
  const fields = file.mapping ?? guessMapping(file.columns, remembered);
  const short = (cell: string): string => (unmasked || cell === '' ? cell.slice(0, 200).toWellFormed() : hidden);
  return {
    ...toSummary(file, unmasked),
    is_mapped: file.mapping !== null,
    columns: file.columns.map((name, index) => ({
      // Without column names, a file's first row is a borrower's.
      name: unmasked || isKnownName(name, names) ? name : `Column ${index + 1}`,
      samples: samples.map(({ cells }) => short(cells?.[index]?.trim() ?? '')),
      field: fields[index] ?? null,
    })),
  };
}

const initial = (name: string): string => `${[...name][0] ?? ''}${hidden}`;
// In a cell with something else, or with two contacts, a mask would reveal the rest.
const email = (text: string): string => (isEmail(text) ? maskEmail(text) : hidden);
const phone = (text: string): string => (normalizePhone(text) === undefined ? hidden : maskPhone(text));

/** Name, email address and number in one line. */
function toBorrower(cells: readonly string[], mapping: Mapping, unmasked: boolean): string {
  const cell = (field: Parameters<typeof cellOf>[2], mask: (text: string) => string): string | undefined => {
    const text = cellOf(cells, mapping, field);
    return text === undefined || unmasked ? text?.slice(0, 254).toWellFormed() : mask(text);
  };
  const names = [
    cell('borrower.first_name', initial),
    cell('borrower.last_name', initial),
    cell('borrower.name', initial),
  ];
  const name = names.filter((text) => text !== undefined).join(' ');
  const contacts = [cell('borrower.email', email), cell('borrower.phone', phone)];
  return [name, ...contacts].filter((text) => text !== undefined && text !== '').join(' · ');
}

/** The name of the column that a member was read from. */
function columnOf({ mapping, columns }: ReferralFile, path: string, unmasked: boolean): string | null {
  const index = (mapping ?? []).findIndex((field) => field !== null && pathOf(field) === path);
  const name = index < 0 ? undefined : columns[index];
  return name === undefined ? null : unmasked || isKnownName(name, names) ? name : `Column ${index + 1}`;
}

export function toRowView(file: ReferralFile, row: FileRow, unmasked: boolean): RowView {
  const mapping = file.mapping ?? [];
  const { cells } = row;
  const vin = cells === null ? undefined : cellOf(cells, mapping, 'vehicle.vin');
  return {
    row: row.rowNumber,
    outcome: row.outcome ?? 'erased',
    vin: vin === undefined ? null : unmasked ? vin.slice(0, 40).toWellFormed() : hidden,
    borrower: cells === null ? null : toBorrower(cells, mapping, unmasked),
    issues: (row.issues ?? []).map(({ path, message }) => ({ path, column: columnOf(file, path, unmasked), message })),
    warnings: (row.warnings ?? []).filter((warning) => unmasked || warning !== 'suppressed'),
    referral_id: row.referralId,
    first_row: row.firstRow,
  };
}

const describeIssue = (file: ReferralFile, { path, message }: Issue, unmasked: boolean): string =>
  `${columnOf(file, path, unmasked) ?? (path === 'borrower' ? 'the borrower' : 'the row')} ${message}`;

const reasons: Readonly<Record<string, string>> = {
  open: 'there is an open referral for this VIN',
  ended: 'this borrower was referred for this claim before',
  overtaken: 'another call referred this vehicle or borrower meanwhile',
  erased: 'the data of this borrower was erased',
};

type Outcome = { readonly outcome: string; readonly reason: string };

/** A row's outcome for the result file. Only users who see contacts learn who is on the do-not-contact list. */
export function outcomeOf(file: ReferralFile, row: FileRow, unmasked: boolean): Outcome {
  const outcome = row.outcome ?? 'not checked';
  if (outcome === 'ready') {
    const later = file.status === 'stopped' ? 'the file was stopped before this row' : '';
    return { outcome: file.status === 'stopped' ? 'not referred' : 'ready', reason: later };
  }
  if (outcome === 'invalid')
    return { outcome, reason: (row.issues ?? []).map((issue) => describeIssue(file, issue, unmasked)).join('; ') };
  if (outcome === 'double') return { outcome, reason: `row ${row.firstRow} has the same VIN` };
  const silent =
    unmasked && row.warnings?.includes('suppressed') ? 'on the do-not-contact list: referred, not contacted' : '';
  return { outcome, reason: outcome === 'referred' ? silent : (reasons[outcome] ?? '') };
}
