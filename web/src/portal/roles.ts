import type { Response } from './api.ts';

export type Role = Response<'GET /members'>['data'][number]['role'];

/** Each role with what it is for. */
export const roleWords: Readonly<Record<Role, readonly [name: string, meaning: string]>> = {
  owner: ['Owner', 'everything, and who else is owner'],
  admin: ['Admin', 'everything but owners'],
  developer: ['Developer', 'keys, endpoints, events and requests'],
  operations: ['Operations', 'referrals and rosters'],
  finance: ['Finance', 'statements and analytics'],
  read_only: ['Read-only', 'looking at most pages, changing nothing'],
};

export const roleName = (role: Role): string => roleWords[role][0];

export const roleOptions = (mayOwn: boolean): readonly (readonly [value: Role, words: string])[] =>
  (Object.keys(roleWords) as Role[]).filter((role) => mayOwn || role !== 'owner').map((role) => [role, roleName(role)]);
