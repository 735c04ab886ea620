import { usStates } from '#lib/calling/us-states';
import { readFileSync } from 'node:fs';
import { callCaps, type CallCaps } from '#lib/calling/call-caps';
import { callingRules, type CallingRules } from '#lib/calling/calling-hours';
import { parseCallingRules } from '#lib/calling/parse-calling-rules';
import type { ServicesByState } from '#lib/jurisdictions/may-offer';
import { parseJurisdictions } from '#lib/jurisdictions/parse-jurisdictions';
import type { EnvReader } from './reader.ts';
import { Secret } from './secret.ts';

/** The identity provider that staff members sign in with. */
export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** How somebody must have signed in there, by the provider's own names; empty: as the provider likes. */
  readonly strengths: readonly string[];
};

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** All settings, or none: staff then sign in with password and authenticator alone. */
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

/** The table of lib/calling, with an operator's own rules merged over it: as JSON, or in a file of that name. */
export function readCallingHours(read: EnvReader): CallingRules {
  const setting = read.optional('CALLING_HOURS');
  if (setting === undefined) return callingRules;
  const rules = parseCallingRules(setting.startsWith('{') ? setting : readText(setting));
  if (rules === undefined)
    read.problems.push('CALLING_HOURS must be calling hours as JSON, or name a readable file that holds them');
  return rules ?? callingRules;
}

/**
 * What is offered where, by law and licence: as JSON, or in a file of that name. Unset, a trial installation offers
 * everything, and production offers no representation: negotiating claims without a licence breaks the law.
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

/** What is promised to everybody cannot be raised by a setting. */
export const readCallCaps = (read: EnvReader): CallCaps => ({
  per24h: read.integer('CALL_ATTEMPTS_24H', callCaps.per24h, { min: 1, max: callCaps.per24h }),
  per30d: read.integer('CALL_ATTEMPTS_30D', callCaps.per30d, { min: 1, max: callCaps.per30d }),
});

export function readStates(read: EnvReader): ReadonlySet<string> {
  const states = read.list('SERVED_STATES').map((state) => state.toUpperCase());
  const valid = states.every((state) => /^[A-Z]{2}$/.test(state));
  if (!valid) read.problems.push('SERVED_STATES must be a list of two-letter codes');
  return new Set(states.length === 0 ? usStates : states);
}
