import { toDay, toYear } from '#lib/tables/cell-values';
import { guessColumns } from '#lib/tables/columns';
import type { FileKind } from '#lib/tables/file-format';
import { addDays, addHours } from '#lib/time/dates';
import { mayCancel, type PreviewCounts } from '#modules/memberships';

export const fileStatuses = [
  'uploading',
  'uploaded',
  'reading',
  'planned',
  'void',
  'failed',
  'applying',
  'applied',
  'stopped',
  'undoing',
  'undone',
] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** For a file that was ended because the data of a person in it was erased. */
export const erasedProblem = 'person_erased';

export const planActions = ['add', 'change', 'remove', 'unchanged', 'kept', 'invalid'] as const;
export type PlanAction = (typeof planActions)[number];

const mebibyte = 1_048_576;

/** A million rows of a roster are about 150 MB. */
export const fileBytesMax = 256 * mebibyte;
/** A workbook is unpacked in memory, so its limit is lower. */
const workbookBytesMax = 32 * mebibyte;

/** As many rows as fit into a workbook's limit, and as the API accepts line by line. */
export const rowsMaxOf = (kind: FileKind): number => (kind === 'xlsx' ? 200_000 : 1_000_000);
export const bytesMaxOf = (kind: FileKind): number => (kind === 'xlsx' ? workbookBytesMax : fileBytesMax);

/** Files of one institution and mode per day: each may be a quarter of a gigabyte. */
export const filesPerDay = 50;

/** A plan contains the effective day for rows that name none, so it is valid only on that day. */
export const planEndsAt = (plannedAt: Date): Date => addHours(plannedAt, 24);
export const undoEndsAt = (finishedAt: Date): Date => addHours(finishedAt, 24);

type Left = { readonly status: FileStatus; readonly appliedThrough: number; readonly versionAfter: string | null };

/** Applied, or stopped after some of its changes; after a reset there is nothing left to restore. */
export const isUndoable = ({ status, appliedThrough, versionAfter }: Left): boolean =>
  status === 'applied' || (status === 'stopped' && appliedThrough > 0 && versionAfter !== null);

/** A stored file is needed until it is applied, its plan as long as users look at it. */
export const uploadGoesAt = (createdAt: Date): Date => addDays(createdAt, 7);
export const planGoesAt = (createdAt: Date): Date => addDays(createdAt, 30);

/** Whether the user must type the number of removals: as in the API, and if an invalid row may be of any vehicle. */
export const mustConfirm = ({ remove, active, unnamed }: PreviewCounts): boolean =>
  !mayCancel(remove, active) || (remove > 0 && unnamed > 0);

/** A plan's changes; they have the first numbers in it. */
export const changesOf = ({ add, change, remove }: PreviewCounts): number => add + change + remove;

/** The numbers that an action's rows have in a plan. */
export function rangeOf(counts: PreviewCounts, action: PlanAction): { readonly after: number; readonly upTo: number } {
  const before = planActions.slice(0, planActions.indexOf(action)).reduce((sum, one) => sum + counts[one], 0);
  return { after: before, upTo: before + counts[action] };
}

const partKey = (file: { readonly institutionId: string; readonly id: string }, part: number): string =>
  `rosters/${file.institutionId}/${file.id}/${String(part).padStart(4, '0')}`;

/** A file's parts in the object store: each is in memory while it is written. */
export const partBytes = mebibyte;
export const partKeys = (file: { readonly institutionId: string; readonly id: string }, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => partKey(file, part));
/** All keys that an upload can have used, however it ended. */
export const partsMax = fileBytesMax / partBytes + 1;

// The members of a roster row that a column may hold, and how a record's cells are read.

export const rosterFields = [
  'vehicle.vin',
  'member.first_name',
  'member.last_name',
  'member.email',
  'member.phone',
  'external_ref',
  'plan',
  'vehicle.year',
  'vehicle.make',
  'vehicle.model',
  'effective_on',
] as const;
export type RosterField = (typeof rosterFields)[number];

const requiredFields: readonly RosterField[] = ['vehicle.vin', 'member.first_name', 'member.last_name'];

/** One field or none for each column, in column order. */
export type Mapping = readonly (RosterField | null)[];

/** Lenders' names for these columns, in letters and digits only. */
export const names: Readonly<Record<RosterField, readonly string[]>> = {
  'vehicle.vin': ['vin', 'vehiclevin', 'vehicleidentificationnumber', 'vinnumber', 'collateralvin', 'serialnumber'],
  'member.first_name': [
    'firstname',
    'memberfirstname',
    'first',
    'givenname',
    'borrowerfirstname',
    'fname',
    'namefirst',
  ],
  'member.last_name': [
    'lastname',
    'memberlastname',
    'last',
    'surname',
    'familyname',
    'borrowerlastname',
    'lname',
    'namelast',
  ],
  'member.email': ['email', 'emailaddress', 'memberemail', 'borroweremail', 'mail'],
  'member.phone': [
    'phone',
    'phonenumber',
    'mobile',
    'cell',
    'cellphone',
    'mobilephone',
    'memberphone',
    'borrowerphone',
    'telephone',
  ],
  external_ref: [
    'externalref',
    'externalreference',
    'loan',
    'loannumber',
    'loanid',
    'account',
    'accountnumber',
    'reference',
    'memberid',
    'contractnumber',
    'policynumber',
  ],
  plan: ['plan', 'plancode', 'program', 'product'],
  'vehicle.year': ['year', 'modelyear', 'vehicleyear'],
  'vehicle.make': ['make', 'vehiclemake', 'manufacturer'],
  'vehicle.model': ['model', 'vehiclemodel'],
  effective_on: ['effectiveon', 'effectivedate', 'effective', 'startdate', 'start', 'begindate', 'enrolledon'],
};

export const guessMapping = (columns: readonly string[], remembered: Readonly<Record<string, string>>): Mapping =>
  guessColumns({ columns, remembered, names });

/** The problem with a mapping, if there is one. */
export function findMappingProblem(columns: readonly string[], mapping: Mapping): string | undefined {
  if (mapping.length !== columns.length) return `must have ${columns.length} entries, one for each column`;
  const used = mapping.filter((field) => field !== null);
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice !== undefined) return `must name ${twice} once`;
  const missing = requiredFields.filter((field) => !used.includes(field));
  return missing.length > 0 ? `must name ${missing.join(', ')}` : undefined;
}

/** A record as a roster row of the API; an empty cell is an absent member. */
export function toRosterRow(record: readonly string[], mapping: Mapping): Record<string, unknown> {
  const member: Record<string, unknown> = {};
  const vehicle: Record<string, unknown> = {};
  const row: Record<string, unknown> = { member, vehicle };
  for (let index = 0; index < mapping.length; index += 1) {
    const field = mapping[index];
    const text = field ? record[index]?.trim() : undefined;
    if (!field || text === undefined || text === '') continue;
    const dot = field.indexOf('.');
    if (dot < 0) row[field] = field === 'effective_on' ? toDay(text) : text;
    else if (field.startsWith('member')) member[field.slice(dot + 1)] = text;
    else vehicle[field.slice(dot + 1)] = field === 'vehicle.year' ? toYear(text) : text;
  }
  return row;
}
