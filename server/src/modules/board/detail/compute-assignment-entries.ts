import type { listAssignments } from '#modules/consultations';
import type { TimelineEntry } from '../schemas.ts';

export type AssignmentView = Awaited<ReturnType<typeof listAssignments>>[number];

const titles: Record<AssignmentView['how'], (name: string, before: string | undefined) => string> = {
  worked: (name) => `${name} has the case`,
  taken: (name, before) =>
    before === undefined ? `${name} took the case` : `${name} took the case over from ${before}`,
  handed: (name) => `Handed over to ${name}`,
  assigned: (name) => `Assigned to ${name}`,
  dropped: (_, before) => (before === undefined ? 'Nobody has the case' : `${before} no longer has the case`),
  ended: (_, before) => `${before ?? 'Whoever had the case'} can no longer sign in: nobody has the case`,
};

/** Who had the case when, and by whom it was given; rows and entries newest first. */
export function computeAssignmentEntries(
  rows: readonly AssignmentView[],
  names: ReadonlyMap<string, string>,
): TimelineEntry[] {
  const nameOf = (id: string | null | undefined): string | undefined =>
    id === null || id === undefined ? undefined : (names.get(id) ?? id);
  return rows.map(({ how, reason, at, ...row }, index) => ({
    at: at.toISOString(),
    kind: 'action',
    title: titles[how](nameOf(row.staff_id) ?? 'Somebody', nameOf(rows[index + 1]?.staff_id)),
    by: row.by_staff_id === row.staff_id ? null : (nameOf(row.by_staff_id) ?? null),
    note: reason,
  }));
}
