import { randomInt } from 'node:crypto';
import { type PortalPermission, type PortalRole, rolesWith } from '#lib/api/portal-roles';
import type { Limit } from '#platform/limits';

/** Long enough to sign in first, and short enough that an old code is worthless. */
export const pairingTtlS = 600;

/** How often the client polls for the result. */
export const pollEveryS = 3;

/** Consonants that do not look like each other or like digits, and that cannot spell words. 20^8 codes. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Formats the code for display, in two halves. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Normalizes a typed code by removing separators; undefined if it cannot be a code. */
export function readCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined;
}

/** Who may approve a command line: the roles that may also create keys. */
export const pairingPermission = 'credentials.write' satisfies PortalPermission;
export const pairingRoles = (): readonly PortalRole[] => rolesWith(pairingPermission);

/** What the developers' command line needs, in test mode only. Every role that may pair has all of these permissions. */
export const pairedPermissions: readonly PortalPermission[] = [
  'institution.read',
  'endpoints.read',
  'deliveries.read',
  'deliveries.write',
  'events.read',
  'requests.read',
  'sandbox.read',
  'sandbox.write',
  // To revoke itself.
  'tokens.write',
];

export const pairedDays = 30;

/** Pairings that one address can start: enough for a workshop of developers behind one address. */
export const startsPerAddress: Limit = {
  name: 'portal-pairing-starts',
  points: 30,
  windowS: 600,
  whenStoreIsGone: 'refuse',
};

/** Twice what one command line sends in its ten minutes, so a few can share an address. */
export const pollsPerAddress: Limit = {
  name: 'portal-pairing-polls',
  points: 2000,
  windowS: 600,
  whenStoreIsGone: 'let through',
};

/** Codes that one user may type: ten are more than typing mistakes explain. */
export const codesPerUser: Limit = {
  name: 'portal-pairing-codes',
  points: 10,
  windowS: 600,
  whenStoreIsGone: 'refuse',
};
