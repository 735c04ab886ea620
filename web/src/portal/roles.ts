import type { Response } from './api.ts';

export type Role = Response<'GET /members'>['data'][number]['role'];

/** Each role with its description. */
export const roleWords: Readonly<Record<Role, readonly [name: string, meaning: string]>> = {
  owner: ['Owner', 'full access, including managing owners'],
  admin: ['Admin', 'full access except managing owners'],
  developer: ['Developer', 'keys, endpoints, events and requests'],
  operations: ['Operations', 'referrals and rosters'],
  finance: ['Finance', 'statements and analytics'],
  read_only: ['Read-only', 'can view most pages but can’t change anything'],
};

export const roleName = (role: Role): string => roleWords[role][0];

export const roleOptions = (mayOwn: boolean): readonly (readonly [value: Role, words: string])[] =>
  (Object.keys(roleWords) as Role[]).filter((role) => mayOwn || role !== 'owner').map((role) => [role, roleName(role)]);
