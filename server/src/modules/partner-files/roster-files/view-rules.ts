import { isKnownName } from '#lib/tables/columns';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { thresholdPercent } from '#modules/memberships';
import type { PlanRow } from './plan-store.ts';
import { guessMapping, isUndoable, mustConfirm, names, planEndsAt, undoEndsAt, type RosterField } from './rules.ts';
import type { MembersView, PlanRowView, RosterFileView } from './schemas.ts';
import type { RosterFile } from './store.ts';

/** Fields that reveal nothing about a borrower. */
const open: readonly (RosterField | null)[] = [
  'vehicle.vin',
  'vehicle.year',
  'vehicle.make',
  'vehicle.model',
  'plan',
  'effective_on',
];

const hidden = '•••';

type Seen = {
  /** Whether names and contacts are shown as they are. */
  readonly unmasked: boolean;
  readonly remembered: Readonly<Record<string, string>>;
  readonly now: Date;
};

export function toFileView(file: RosterFile, { unmasked, remembered, now }: Seen): RosterFileView {
  const { counts, plannedAt, applyFinishedAt } = file;
  const fields = file.mapping ?? guessMapping(file.columns, remembered);
  // An unmapped column may hold anything.
  const shown = (index: number, cell: string) =>
    unmasked || open.includes(fields[index] ?? null) || cell === '' ? cell : hidden;
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    id: file.id,
    // People name files after customers.
    name: unmasked ? file.name : file.kind === null ? hidden : `${hidden}.${file.kind}`,
    status: file.status,
    kind: file.kind,
    encoding: file.encoding,
    delimiter: file.delimiter,
    size_bytes: file.sizeBytes,
    problem: file.problem,
    rows_read: file.rowsRead,
    columns: file.columns.map((name, index) => ({
      // Without column names, a file's first row is a member's.
      name: unmasked || isKnownName(name, names) ? name : `Column ${index + 1}`,
      samples: file.samples.map((row) => shown(index, row[index] ?? '')),
      field: fields[index] ?? null,
    })),
    is_mapped: file.mapping !== null,
    counts,
    confirm_removals: counts !== null && mustConfirm(counts),
    threshold_percent: thresholdPercent,
    planned_at: iso(plannedAt),
    plan_ends_at: iso(plannedAt && planEndsAt(plannedAt)),
    applied_at: iso(file.appliedAt),
    apply_finished_at: iso(applyFinishedAt),
    changes_done: file.appliedThrough,
    overtaken: file.overtaken,
    undo_until: iso(applyFinishedAt && undoEndsAt(applyFinishedAt)),
    can_undo: isUndoable(file) && applyFinishedAt !== null && undoEndsAt(applyFinishedAt) > now,
    undo_asked_at: iso(file.undoAskedAt),
    undo_finished_at: iso(file.undoFinishedAt),
    undo_done: file.undoneThrough,
    undo_overtaken: file.undoOvertaken,
    file_stored: file.parts > 0,
    created_at: file.createdAt.toISOString(),
  };
}

type MemberColumns = {
  readonly externalRef: string | null;
  readonly plan: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
};

const initial = (name: string | null): string | null => (name === null ? null : `${[...name][0] ?? ''}${hidden}`);

const toMembers = (row: MemberColumns, unmasked: boolean): MembersView => ({
  external_ref: unmasked || row.externalRef === null ? row.externalRef : hidden,
  plan: row.plan,
  first_name: unmasked ? row.firstName : initial(row.firstName),
  last_name: unmasked ? row.lastName : initial(row.lastName),
  email: unmasked || row.email === null ? row.email : maskEmail(row.email),
  phone: unmasked || row.phone === null ? row.phone : maskPhone(row.phone),
});

function toBefore(row: PlanRow, unmasked: boolean): MembersView | null {
  if (row.action === 'remove') return toMembers(row, unmasked);
  if (row.action !== 'change') return null;
  const before = {
    externalRef: row.prevExternalRef,
    plan: row.prevPlan,
    firstName: row.prevFirstName,
    lastName: row.prevLastName,
    email: row.prevEmail,
    phone: row.prevPhone,
  };
  return toMembers(before, unmasked);
}

export function toRowView(row: PlanRow, unmasked: boolean): PlanRowView {
  const { action } = row;
  return {
    seq: row.seq,
    action,
    row: row.rowNumber,
    vin: row.vin,
    enrollment_id: row.enrollmentId,
    before: row.erased ? null : toBefore(row, unmasked),
    after: !row.erased && (action === 'add' || action === 'change') ? toMembers(row, unmasked) : null,
    effective_on: row.action === 'add' ? (row.effectiveAt?.toISOString().slice(0, 10) ?? null) : null,
    reasons: [...(row.reasons ?? [])],
    warnings: [...(row.warnings ?? [])],
    overtaken: row.overtaken,
    undo_overtaken: row.undoOvertaken,
    erased: row.erased,
  };
}

/** A plan row's outcome for the result file. */
export function outcomeOf(file: RosterFile, row: PlanRow): { readonly outcome: string; readonly reason: string } {
  const words = { add: 'added', change: 'changed', remove: 'removed' } as const;
  const reasons = (row.reasons ?? []).map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  if (row.erased) return { outcome: 'erased', reason: 'the data of this member was erased' };
  if (row.action === 'invalid') return { outcome: 'invalid', reason: reasons };
  if (row.action === 'unchanged') return { outcome: 'unchanged', reason: '' };
  if (row.action === 'kept') return { outcome: 'kept', reason: 'a loss is reported; a roster does not change it' };
  const word = words[row.action];
  if (row.overtaken) return { outcome: 'left as it was', reason: 'it was changed by another call meanwhile' };
  if (file.appliedAt === null || row.seq > file.appliedThrough)
    return file.status === 'stopped'
      ? { outcome: `not ${word}`, reason: 'the file was stopped before this row' }
      : { outcome: `not yet ${word}`, reason: '' };
  if (row.seq > file.undoneThrough) return { outcome: word, reason: '' };
  if (row.undoOvertaken) return { outcome: word, reason: 'it was changed by another call before it could be undone' };
  return { outcome: `${word}, then undone`, reason: '' };
}
