// Which members of a roster's row a column may be, and what a record of a file means by them.

import { toDay, toYear } from '#lib/tables/cell-values';
import { guessColumns } from '#lib/tables/columns';

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

/** One field or none for each column, in the order of the columns. */
export type Mapping = readonly (RosterField | null)[];

/** Names that lenders give to these columns, in letters and digits alone. */
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

/** What is wrong with a mapping, if anything. */
export function findMappingProblem(columns: readonly string[], mapping: Mapping): string | undefined {
  if (mapping.length !== columns.length) return `must have ${columns.length} entries, one for each column`;
  const used = mapping.filter((field) => field !== null);
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice !== undefined) return `must name ${twice} once`;
  const missing = requiredFields.filter((field) => !used.includes(field));
  return missing.length > 0 ? `must name ${missing.join(', ')}` : undefined;
}

/** A record as a row of the API's roster; an empty cell is an absent member. */
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
