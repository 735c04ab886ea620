import { readFileSync } from 'node:fs';
import { callingRules, type CallingRules } from '#lib/calling/calling-hours';
import { parseCallingRules } from '#lib/calling/parse-calling-rules';
import { usStates } from '#lib/calling/us-states';
import type { ServicesByState } from '#lib/jurisdictions/may-offer';
import { parseJurisdictions } from '#lib/jurisdictions/parse-jurisdictions';
import { isEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import type { EnvReader } from './env-reader.ts';
import { Secret } from './secret.ts';
import type { SettingName } from './settings.ts';

/** The name and contact details in all pages, emails, texts and documents for customers. */
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

/** Outside production: an example address, and numbers reserved for fiction. */
const examples = {
  TEAM_NAME: 'Makewhole',
  TEAM_PHONE: '+12025550100',
  TEAM_EMAIL: 'help@makewhole.example',
  TEAM_ADDRESS: '1 Example Street, Springfield, IL 62701',
  CALLER_ID: '+12025550101',
} as const satisfies Partial<Record<SettingName, string>>;

/** A longer name would leave no room in a text message. */
const nameMax = 30;
const addressMax = 160;

/** Domains that cannot be registered (RFC 2606). */
const exampleDomain = /(?:^|[@.])(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i;
/** Reserved for fiction in every area code. */
const exampleNumber = /^\+1\d{3}55501\d\d$/;

/** The settings that still have an example value, which is allowed outside production. */
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

/** The time zone in which the board counts days. */
export function readTimeZone(read: EnvReader): string {
  const zone = read.text('TEAM_TIME_ZONE', usualZone);
  if (read.optional('NODE_ENV') === 'production' && read.optional('TEAM_TIME_ZONE') === undefined)
    read.problems.push('TEAM_TIME_ZONE is required in production');
  // Checking the zone loads the data of all languages, which is a twentieth of the time of a short command.
  if (zone === usualZone) return zone;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    read.problems.push('TEAM_TIME_ZONE must be a time zone, such as America/New_York');
    return 'UTC';
  }
}

/** The identity provider for staff sign-in. */
export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Authentication strengths that a sign-in must have, by the provider's own names; empty: the provider decides. */
  readonly strengths: readonly string[];
};

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** All settings or none. Without them, staff sign in with password and authenticator. */
export function readOidc(read: EnvReader): OidcConfig | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const [issuer, clientId, clientSecret] = names.map((name) => read.optional(name));
  const strengths = read.list('OIDC_ACR');
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) {
    if (strengths.length > 0) read.problems.push(`OIDC_ACR needs ${names.join(', ')}`);
    return undefined;
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    read.problems.push(`${names.join(', ')} must be set together`);
    return undefined;
  }
  const url = URL.parse(issuer);
  const local = url?.protocol === 'http:' && localHosts.has(url.hostname) && read.optional('NODE_ENV') !== 'production';
  if (url?.protocol !== 'https:' && !local)
    read.problems.push(
      'OIDC_ISSUER must be a URL that begins with https://, or with http://localhost outside production',
    );
  return { issuer, clientId, clientSecret: new Secret(clientSecret), strengths };
}

/** The table of lib/calling, merged with an operator's own rules: inline JSON, or the path of a JSON file. */
export function readCallingHours(read: EnvReader): CallingRules {
  const setting = read.optional('CALLING_HOURS');
  if (setting === undefined) return callingRules;
  const rules = parseCallingRules(setting.startsWith('{') ? setting : readText(setting));
  if (rules === undefined)
    read.problems.push('CALLING_HOURS must be calling hours as JSON, or name a readable file that holds them');
  return rules ?? callingRules;
}

/**
 * The services offered in each state, by law and license: inline JSON, or the path of a JSON file. Unset, a trial installation offers
 * everything, and production offers no representation, because negotiating claims without a license breaks the law.
 */
export function readServices(read: EnvReader): ServicesByState {
  const setting = read.optional('SERVICES_BY_STATE');
  if (setting === undefined)
    return read.optional('NODE_ENV') === 'production' ? {} : { '*': { representation: { offered: true } } };
  const rules = parseJurisdictions(setting.startsWith('{') ? setting : readText(setting));
  if (rules === undefined)
    read.problems.push('SERVICES_BY_STATE must be services by state as JSON, or name a readable file that holds them');
  return rules ?? {};
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export function readStates(read: EnvReader): ReadonlySet<string> {
  const states = read.list('SERVED_STATES').map((state) => state.toUpperCase());
  const valid = states.every((state) => /^[A-Z]{2}$/.test(state));
  if (!valid) read.problems.push('SERVED_STATES must be a list of two-letter codes');
  return new Set(states.length === 0 ? usStates : states);
}
