/** What was promised to clients: one line per key that was answered. */
export type Acknowledged = { readonly key: string; readonly email: string; readonly intakeId: string };

/** What the database says after the run. */
export type Stored = {
  readonly intakes: readonly { readonly id: string; readonly email: string; readonly status: string }[];
  readonly events: readonly { readonly subjectId: string; readonly type: string }[];
};

/** How often each message arrived, by recipient and then by Message-ID. */
type Mails = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Evidence = {
  readonly acknowledged: readonly Acknowledged[];
  readonly stored: Stored;
  readonly mails: Mails;
};

/** Everything that is not as promised, by its name: intake ids, or synthetic addresses. */
export type Findings = {
  /** Acknowledged, and missing. */
  readonly lost: readonly string[];
  /** Acknowledged with the id of another customer's intake. */
  readonly wrong: readonly string[];
  /** Customers with more than one intake, though each was submitted under one key. */
  readonly doubled: readonly string[];
  /** Events of no intake, and intakes without exactly one event of their submission. */
  readonly orphanEvents: readonly string[];
  /** Acknowledged, and the welcome mail never arrived. */
  readonly undelivered: readonly string[];
  /** Acknowledged, and not in the status that follows the welcome, or without exactly one event about it. */
  readonly unsettled: readonly string[];
};

/** Compares what was promised with what exists. */
export function findDiscrepancies({ acknowledged, stored, mails }: Evidence): Findings {
  const intakes = new Map(stored.intakes.map((intake) => [intake.id, intake]));
  const eventCounts = countBy(stored.events, ({ subjectId, type }) => `${subjectId} ${type}`);
  const eventsOf = (id: string, type: string) => eventCounts.get(`${id} ${type}`) ?? 0;
  const answeredWhere = (is: (line: Acknowledged) => boolean) => acknowledged.filter(is).map((line) => line.intakeId);
  return {
    lost: answeredWhere(({ intakeId }) => !intakes.has(intakeId)),
    wrong: answeredWhere(({ intakeId, email }) => (intakes.get(intakeId)?.email ?? email) !== email),
    doubled: [...countBy(stored.intakes, ({ email }) => email)].flatMap(([email, n]) => (n > 1 ? [email] : [])),
    orphanEvents: [
      ...stored.events.filter(({ subjectId }) => !intakes.has(subjectId)).map(({ subjectId }) => subjectId),
      ...stored.intakes.filter(({ id }) => eventsOf(id, 'intake.received') !== 1).map(({ id }) => id),
    ],
    undelivered: answeredWhere(({ email }) => !mails.has(email)),
    unsettled: answeredWhere(
      ({ intakeId }) =>
        intakes.get(intakeId)?.status !== 'welcome_sent' || eventsOf(intakeId, 'intake.welcome_sent') !== 1,
    ),
  };
}

/** Messages that arrived more than once. Each arrival has the same Message-ID, so this is allowed. */
export const countRepeated = (mails: Mails): number =>
  [...mails.values()].flatMap((messages) => [...messages.values()]).filter((times) => times > 1).length;

function countBy<T>(things: readonly T[], key: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(key(thing), (counts.get(key(thing)) ?? 0) + 1);
  return counts;
}
