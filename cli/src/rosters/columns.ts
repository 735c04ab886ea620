// Maps a file's columns to the members of a row.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { wrongUse } from '../command-failed.ts';
import { cleanText } from '../print.ts';

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

export const requiredFields: readonly RosterField[] = ['vehicle.vin', 'member.first_name', 'member.last_name'];

/** Lenders' names for these columns, reduced to letters and digits; the portal has the same list. */
export const columnNames: Readonly<Record<RosterField, readonly string[]>> = {
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

/** Fields by column name; null for a column to leave out. */
export type ChosenColumns = ReadonlyMap<string, RosterField | null>;

const isField = (text: string): text is RosterField => (rosterFields as readonly string[]).includes(text);
const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Reads --map: pairs, or a file of them. */
export function readMap(option: string | true | undefined, cwd: string): ChosenColumns {
  if (typeof option !== 'string') return new Map();
  const pairs = option.includes('=') ? readPairs(option) : readMapFile(option, cwd);
  const chosen = new Map<string, RosterField | null>();
  for (const [column, field] of pairs) {
    if (field !== '' && !isField(field))
      throw wrongUse(`--map: ${cleanText(field)} is not a field of a row. The fields are ${rosterFields.join(', ')}.`);
    if (field !== '' && [...chosen.values()].includes(field)) throw wrongUse(`--map names ${field} twice.`);
    chosen.set(column, field === '' ? null : field);
  }
  return chosen;
}

const readPairs = (text: string): [string, string][] =>
  text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    if (at < 1) throw wrongUse(`--map: "${cleanText(pair)}" does not have the form column=field.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });

function readMapFile(file: string, cwd: string): [string, string][] {
  try {
    const content = JSON.parse(readFileSync(resolve(cwd, file), 'utf8')) as Record<string, unknown>;
    return Object.entries(content).map(([column, field]) => [column, String(field ?? '')]);
  } catch {
    throw wrongUse(`--map: ${file} cannot be read as a JSON object such as {"Loan No": "external_ref"}.`);
  }
}

/** The field of a column: as chosen, by its own name, or by a known name; each field once. */
export class Columns {
  readonly #chosen: ChosenColumns;
  readonly #found = new Map<string, RosterField | undefined>();

  constructor(chosen: ChosenColumns) {
    this.#chosen = chosen;
  }

  fieldOf(column: string): RosterField | undefined {
    if (!this.#found.has(column)) this.#found.set(column, this.#find(column));
    return this.#found.get(column);
  }

  /** In the order in which they were seen. */
  list(): { column: string; field: RosterField | null }[] {
    return [...this.#found].map(([column, field]) => ({ column, field: field ?? null }));
  }

  /** Columns that --map names but the file lacks. */
  missing(): string[] {
    return [...this.#chosen.keys()].filter((column) => !this.#found.has(column));
  }

  #find(column: string): RosterField | undefined {
    const chosen = this.#chosen.get(column);
    if (chosen !== undefined) return chosen ?? undefined;
    const key = toKey(column);
    const field = isField(column) ? column : rosterFields.find((one) => columnNames[one].includes(key));
    const taken = [...this.#chosen.values(), ...this.#found.values()];
    return field === undefined || taken.includes(field) ? undefined : field;
  }
}
