import { randomInt } from 'node:crypto';
import { type PortalPermission, type PortalRole, rolesWith } from '#lib/api/portal-roles';
import type { Limit } from '#platform/limits';

/** Long enough to sign in first; short enough that an old code is worth nothing. */
export const pairingTtlS = 600;

/** How often whoever asks looks for the answer. */
export const pollEveryS = 3;

/** Consonants: none looks like another or like a digit, and no word comes of them. 20^8 codes. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** As it is shown: in two halves. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What was typed, without what people put between; undefined for what can be no code. */
export function readCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined;
}

/** Who may let a command line in: those who could make a key as well. */
export const pairingPermission = 'credentials.write' satisfies PortalPermission;
export const pairingRoles = (): readonly PortalRole[] => rolesWith(pairingPermission);

/** What the developers' command line needs, in test mode alone. Every role that may pair has all of it. */
export const pairedPermissions: readonly PortalPermission[] = [
  'institution.read',
  'endpoints.read',
  'deliveries.read',
  'deliveries.write',
  'events.read',
  'requests.read',
  'sandbox.read',
  'sandbox.write',
  // To end itself.
  'tokens.write',
];

export const pairedDays = 30;

/** Pairings that one address can begin: a workshop of developers behind one address. */
export const startsPerAddress: Limit = {
  name: 'portal-pairing-starts',
  points: 30,
  windowS: 600,
  whenStoreIsGone: 'refuse',
};

/** Twice what one command line asks in its ten minutes, and a few of them behind one address. */
export const pollsPerAddress: Limit = {
  name: 'portal-pairing-polls',
  points: 2000,
  windowS: 600,
  whenStoreIsGone: 'let through',
};

/** Codes that one user types: the tenth is no slip any more. */
export const codesPerUser: Limit = {
  name: 'portal-pairing-codes',
  points: 10,
  windowS: 600,
  whenStoreIsGone: 'refuse',
};
