import { centsToText } from '#lib/numbers/money';
import type { HoldView } from '#modules/checkout';
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

/** The assignment history with actors; rows and entries newest first. */
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

const dollars = (cents: number): string => `$${centsToText(cents)}`;

const ends: Readonly<Partial<Record<HoldView['state'], (hold: HoldView) => string>>> = {
  captured: ({ captured_cents: cents }) => `Charged ${dollars(cents ?? 0)} to the saved card`,
  released: () => 'The hold was released and the saved card removed, nothing was charged',
  withdrawn: () => 'The owner withdrew: the hold was released and the saved card removed',
  expired: () => 'The saved card was removed, its time or its case was over',
};

/** When a hold was placed and its card saved, when the hold lapsed and how that ended, and every refund that staff requested. */
export function computeCardEntries(hold: HoldView, names: ReadonlyMap<string, string>): TimelineEntry[] {
  const refunds = hold.refunds.map((refund): TimelineEntry => {
    const failed = refund.state === 'failed' ? `, it failed: ${refund.failure ?? 'refused'}` : '';
    const title = `Refund of ${dollars(refund.amount_cents)} for ${hold.product} requested${failed}`;
    const by = names.get(refund.requested_by) ?? refund.requested_by;
    return { at: refund.requested_at, kind: 'action', title, by, note: refund.reason.replaceAll('_', ' ') };
  });
  return hold.kind === 'card' ? [...savedEntries(hold, names), ...refunds] : refunds;
}

/** The requester of the charge or the removal is named; a withdrawal by the owner already says so. */
function savedEntries(hold: HoldView, names: ReadonlyMap<string, string>): TimelineEntry[] {
  const entry = (at: string, title: string): TimelineEntry => ({ at, kind: 'money', title, by: null, note: null });
  const { held_at: heldAt, ended_at: endedAt, wished_by: wishedBy, product } = hold;
  if (heldAt === null) return endedAt === null ? [] : [entry(endedAt, `No hold was placed for ${product}`)];
  const end = ends[hold.state];
  const requested = hold.state === 'captured' || hold.state === 'released';
  const by = requested && wishedBy !== null ? (names.get(wishedBy) ?? wishedBy) : null;
  return [
    entry(heldAt, `${dollars(hold.amount_cents)} held for ${product}, card saved`),
    ...(hold.hold_lapsed_at === null
      ? []
      : [entry(hold.hold_lapsed_at, `Hold for ${product} lapsed, nothing charged; the card stays saved`)]),
    ...(endedAt === null || end === undefined ? [] : [{ ...entry(endedAt, end(hold)), by }]),
  ];
}
