import { isEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import type { EnvReader } from './reader.ts';
import type { SettingName } from './settings.ts';

/** Who we are, as every page, mail, text and document for customers says it. */
export type TeamConfig = {
  readonly name: string;
  /** Where customers reach us, as E.164. */
  readonly phone: string;
  readonly email: string;
  /** The postal address, in one line. */
  readonly address: string;
  /** The number that calls come from, as E.164. */
  readonly callerId: string;
};

/** Outside production: an example address, and numbers that are reserved for fiction. */
const examples = {
  TEAM_NAME: 'Makewhole',
  TEAM_PHONE: '+12025550100',
  TEAM_EMAIL: 'help@makewhole.example',
  TEAM_ADDRESS: '1 Example Street, Springfield, IL 62701',
  CALLER_ID: '+12025550101',
} as const satisfies Partial<Record<SettingName, string>>;

/** Longer ones would leave no room in a text message. */
const nameMax = 30;
const addressMax = 160;

/** Domains that nobody can have (RFC 2606), and what is on them. */
const exampleDomain = /(?:^|[@.])(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i;
/** Reserved for fiction in every area code. */
const exampleNumber = /^\+1\d{3}55501\d\d$/;

/** The settings that hold an example, by name: fine anywhere but in production. */
export const listExamples = ({ phone, callerId, email, address }: TeamConfig): SettingName[] => [
  ...(exampleNumber.test(phone) ? (['TEAM_PHONE'] as const) : []),
  ...(exampleNumber.test(callerId) ? (['CALLER_ID'] as const) : []),
  ...(exampleDomain.test(email) ? (['TEAM_EMAIL'] as const) : []),
  ...(/\bexample\b/i.test(address) ? (['TEAM_ADDRESS'] as const) : []),
];

export function readTeam(read: EnvReader): TeamConfig {
  const production = read.optional('NODE_ENV') === 'production';
  const get = (name: keyof typeof examples): string => {
    const value = read.text(name, examples[name]);
    if (production && read.optional(name) === undefined) read.problems.push(`${name} is required in production`);
    return value;
  };
  const getPhone = (name: 'TEAM_PHONE' | 'CALLER_ID'): string => {
    const phone = normalizePhone(get(name));
    if (phone === undefined)
      read.problems.push(`${name} must be a number of the United States, such as +1 202 555 0100`);
    return phone ?? '';
  };
  const team = {
    name: get('TEAM_NAME'),
    phone: getPhone('TEAM_PHONE'),
    email: get('TEAM_EMAIL'),
    address: get('TEAM_ADDRESS'),
    callerId: getPhone('CALLER_ID'),
  };
  if (!/^[\w .,&'-]+$/.test(team.name) || team.name.length > nameMax)
    read.problems.push(`TEAM_NAME must have at most ${nameMax} letters, digits and spaces`);
  if (!isEmail(team.email)) read.problems.push('TEAM_EMAIL must be one address');
  if (team.address.length > addressMax || !/^[^\r\n\t\d]*\d[^\r\n\t]*$/.test(team.address))
    read.problems.push(`TEAM_ADDRESS must be a postal address in one line of at most ${addressMax} characters`);
  return team;
}

const usualZone = 'America/New_York';

/** Whose days the board counts. */
export function readTimeZone(read: EnvReader): string {
  const zone = read.text('TEAM_TIME_ZONE', usualZone);
  if (read.optional('NODE_ENV') === 'production' && read.optional('TEAM_TIME_ZONE') === undefined)
    read.problems.push('TEAM_TIME_ZONE is required in production');
  // To ask loads the data of all languages, a twentieth of what a short command takes.
  if (zone === usualZone) return zone;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    read.problems.push('TEAM_TIME_ZONE must be a time zone, such as America/New_York');
    return 'UTC';
  }
}
