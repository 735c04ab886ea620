import { referralGroups, toReferral, type Issue, type ReferralDraft } from './referral-draft.ts';

const nullable: readonly string[] = ['external_ref', 'borrower.email', 'borrower.phone'];

const textOf = (draft: ReferralDraft, path: string): string => (draft[path] ?? '').trim();

/** Paths whose texts differ. */
export const listDifferent = (before: ReferralDraft, after: ReferralDraft): readonly string[] =>
  referralGroups
    .flatMap(({ fields }) => fields.map(({ path }) => path))
    .filter((path) => textOf(before, path) !== textOf(after, path));

/**
 * Only the changed fields, as the API expects them: a cleared field is null, or an empty string that the service
 * rejects.
 */
export function toChanges(before: ReferralDraft, after: ReferralDraft): Record<string, unknown> {
  const paths = listDifferent(before, after);
  const changes = toReferral(Object.fromEntries(paths.map((path) => [path, textOf(after, path)])));
  for (const path of paths.filter((one) => textOf(after, one) === '')) {
    const [group = '', name] = path.split('.');
    const none = nullable.includes(path) ? null : '';
    if (name === undefined) changes[group] = none;
    else changes[group] = { ...(changes[group] as object), [name]: none };
  }
  return Object.fromEntries(Object.entries(changes).filter(([, members]) => !isEmpty(members)));
}

const isEmpty = (members: unknown): boolean =>
  members !== null && typeof members === 'object' && Object.keys(members).length === 0;

/** What the service says of a member of the changes, at the path of its field. */
export const toFieldIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.map(({ path, message }) => ({ path: path.replace(/^changes[./]/, '').replaceAll('/', '.'), message }));

export const labelOf = (path: string): string =>
  referralGroups.flatMap(({ fields }) => fields).find((field) => field.path === path)?.label ?? path;
