import type { Response } from '#portal/api.ts';

export type RosterFile = Response<'GET /rosters/{file_id}'>;
export type PlanRow = Response<'GET /rosters/{file_id}/rows'>['data'][number];
export type Action = PlanRow['action'];
export type Field = NonNullable<RosterFile['columns'][number]['field']>;

const statusWords: Readonly<Record<RosterFile['status'], string>> = {
  uploading: 'Uploading',
  uploaded: 'Columns needed',
  reading: 'Reading',
  planned: 'Preview ready',
  void: 'Preview expired',
  failed: 'Not readable',
  applying: 'Applying',
  applied: 'Applied',
  stopped: 'Stopped',
  undoing: 'Undoing',
  undone: 'Undone',
};

/** A file that ended because of an erasure was readable. */
export const wordsOfStatus = ({ status, problem }: Pick<RosterFile, 'status' | 'problem'>): string =>
  problem === 'person_erased' ? 'Ended' : statusWords[status];

export const actionWords: Readonly<Record<Action, string>> = {
  add: 'Added',
  change: 'Changed',
  remove: 'Removed',
  unchanged: 'Unchanged',
  kept: 'Kept, loss reported',
  invalid: 'Invalid',
};

export const fieldWords: Readonly<Record<Field, string>> = {
  'vehicle.vin': 'VIN (required)',
  'member.first_name': 'First name (required)',
  'member.last_name': 'Last name (required)',
  'member.email': 'Email',
  'member.phone': 'Phone',
  external_ref: 'Your reference',
  plan: 'Plan code',
  'vehicle.year': 'Model year',
  'vehicle.make': 'Make',
  'vehicle.model': 'Model',
  effective_on: 'First day of coverage',
};

const warningTexts: Readonly<Record<string, string>> = {
  vin_check_digit: 'The VIN’s check digit is wrong',
  vin_year: 'The VIN is for a different model year',
  vin_make: 'The VIN is for a different make',
  phone_shared: 'Several members share this phone',
};
export const wordsOfWarning = (code: string): string => warningTexts[code] ?? code;
