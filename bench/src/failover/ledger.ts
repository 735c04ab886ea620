import type { Enrolled } from './partner.ts';

/** What the database says after the run. */
export type StoredLog = {
  readonly enrollments: readonly { readonly id: string; readonly vin: string }[];
  readonly events: readonly { readonly id: string; readonly subjectId: string }[];
};

type Evidence = {
  readonly enrolled: readonly Enrolled[];
  readonly stored: StoredLog;
  /** Ids of events as the reader of the log got them. */
  readonly read: readonly string[];
  /** Ids of events that the receiver acknowledged. */
  readonly delivered: readonly string[];
};

/** Everything that is not as promised to a partner, by its name. */
export type PartnerFindings = {
  /** Acknowledged, and missing. */
  readonly enrollmentsLost: readonly string[];
  /** Vehicles that are enrolled twice, though each was under one key. */
  readonly enrollmentsDoubled: readonly string[];
  /** Enrollments without exactly one event. */
  readonly unlogged: readonly string[];
  /** In the log, and never seen by the reader that followed it. */
  readonly passedOver: readonly string[];
  /** In the log, and never delivered. */
  readonly notDelivered: readonly string[];
  /** Read or delivered, and not in the log: the partner knows of something that never was. */
  readonly phantoms: readonly string[];
};

export function findPartnerDiscrepancies({ enrolled, stored, read, delivered }: Evidence): PartnerFindings {
  const ids = stored.enrollments.map(({ id }) => id);
  const subjects = stored.events.map(({ subjectId }) => subjectId);
  const logged = stored.events.map(({ id }) => id);
  return {
    enrollmentsLost: without(
      enrolled.map(({ id }) => id),
      ids,
    ),
    enrollmentsDoubled: repeated(stored.enrollments.map(({ vin }) => vin)),
    unlogged: [...repeated(subjects), ...without(ids, subjects)],
    passedOver: without(logged, read),
    notDelivered: without(logged, delivered),
    phantoms: without([...read, ...delivered], logged),
  };
}

/** Each once. */
function without(names: readonly string[], known: readonly string[]): string[] {
  const met = new Set(known);
  return [...new Set(names)].filter((name) => !met.has(name));
}

function repeated(names: readonly string[]): string[] {
  const met = new Set<string>();
  return [...new Set(names.filter((name) => met.size === met.add(name).size))];
}
