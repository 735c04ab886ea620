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

/** Of a file that was ended because the data of somebody in it was erased. */
export const erasedProblem = 'person_erased';

export const planActions = ['add', 'change', 'remove', 'unchanged', 'kept', 'invalid'] as const;
export type PlanAction = (typeof planActions)[number];

const mebibyte = 1_048_576;

/** A million rows of a roster are about 150 MB. */
export const fileBytesMax = 256 * mebibyte;
/** A workbook is unpacked from memory, so less of it is taken. */
const workbookBytesMax = 32 * mebibyte;

/** What fits into a size that a workbook may have, and what the API takes line by line. */
export const rowsMaxOf = (kind: FileKind): number => (kind === 'xlsx' ? 200_000 : 1_000_000);
export const bytesMaxOf = (kind: FileKind): number => (kind === 'xlsx' ? workbookBytesMax : fileBytesMax);

/** Files of one institution and mode in a day: each may be a quarter of a gigabyte. */
export const filesPerDay = 50;

/** A plan has the effective day of rows that name none in it, so it is of its day. */
export const planEndsAt = (plannedAt: Date): Date => addHours(plannedAt, 24);
export const undoEndsAt = (finishedAt: Date): Date => addHours(finishedAt, 24);

type Left = { readonly status: FileStatus; readonly appliedThrough: number; readonly versionAfter: string | null };

/** Applied, or stopped after some of its changes; what a reset stopped has left nothing to go back to. */
export const isUndoable = ({ status, appliedThrough, versionAfter }: Left): boolean =>
  status === 'applied' || (status === 'stopped' && appliedThrough > 0 && versionAfter !== null);

/** A stored file is of use until it is applied, its plan until nobody asks about it any more. */
export const uploadGoesAt = (createdAt: Date): Date => addDays(createdAt, 7);
export const planGoesAt = (createdAt: Date): Date => addDays(createdAt, 30);

/** Whether the number of removals must be typed: as at the API, and when an invalid row may be of any vehicle. */
export const mustConfirm = ({ remove, active, unnamed }: PreviewCounts): boolean =>
  !mayCancel(remove, active) || (remove > 0 && unnamed > 0);

/** Changes of a plan; they have the first numbers in it. */
export const changesOf = ({ add, change, remove }: PreviewCounts): number => add + change + remove;

/** The numbers that an action's rows have in a plan. */
export function rangeOf(counts: PreviewCounts, action: PlanAction): { readonly after: number; readonly upTo: number } {
  const before = planActions.slice(0, planActions.indexOf(action)).reduce((sum, one) => sum + counts[one], 0);
  return { after: before, upTo: before + counts[action] };
}

const partKey = (file: { readonly institutionId: string; readonly id: string }, part: number): string =>
  `rosters/${file.institutionId}/${file.id}/${String(part).padStart(4, '0')}`;

/** Parts of a file in the object store: each is in memory while it is written. */
export const partBytes = mebibyte;
export const partKeys = (file: { readonly institutionId: string; readonly id: string }, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => partKey(file, part));
/** All keys that an upload can have taken, however it ended. */
export const partsMax = fileBytesMax / partBytes + 1;
