// Compares what the run did with the state afterwards.
import {
  type Ledger,
  type Stored,
  countRepeated,
  findDiscrepancies,
  readStored as readIntakes,
} from '#bench/intakes/clients';
import { withClient } from '#bench/service/cluster';
import type { Enrolled, Partner } from './partner.ts';
import type { Stage } from './stage.ts';

/** The database's state after the run. */
type StoredLog = {
  readonly enrollments: readonly { readonly id: string; readonly vin: string }[];
  readonly events: readonly { readonly id: string; readonly subjectId: string }[];
};

/** What the partner received: ids of events as it read them, and as its receiver acknowledged them. */
type PartnerEvidence = {
  readonly enrolled: readonly Enrolled[];
  readonly stored: StoredLog;
  readonly read: readonly string[];
  readonly delivered: readonly string[];
};

/** Each broken promise to a partner, by its name. */
type PartnerFindings = {
  /** Acknowledged, and missing. */
  readonly enrollmentsLost: readonly string[];
  /** Vehicles that are enrolled twice, though each was under one key. */
  readonly enrollmentsDoubled: readonly string[];
  /** Enrollments without exactly one event. */
  readonly unlogged: readonly string[];
  /** In the log, but never seen by the reader that followed it. */
  readonly passedOver: readonly string[];
  /** In the log, but never delivered. */
  readonly notDelivered: readonly string[];
  /** Read or delivered, but not in the log: the partner learned of an event that does not exist. */
  readonly phantoms: readonly string[];
};

function findPartnerDiscrepancies({ enrolled, stored, read, delivered }: PartnerEvidence): PartnerFindings {
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

type Promised = { readonly ledger: Ledger; readonly partner: Partner; readonly judgesMails: boolean };

type Evidence = {
  /** Each broken promise, by its name. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  readonly figures: Readonly<Record<string, number>> & { readonly acked: number };
};

export async function findOut({ cluster, receivers, mail }: Stage, promised: Promised): Promise<Evidence> {
  const { ledger, partner, judgesMails } = promised;
  const { log, ...stored } = await readStored(cluster.databaseUrl);
  const delivered = receivers
    .read()
    .flatMap(({ acknowledged, eventIds }) => (acknowledged ? eventIds.slice(0, 1) : []));
  const { undelivered, unsettled, ...kept } = findDiscrepancies({
    acknowledged: ledger.acknowledged,
    stored,
    mails: mail.received,
  });
  return {
    findings: {
      ...kept,
      ...(judgesMails ? { undelivered, unsettled } : {}),
      ...findPartnerDiscrepancies({ enrolled: partner.enrolled, stored: log, read: partner.read, delivered }),
    },
    figures: {
      acked: ledger.acknowledged.length,
      replays: ledger.replays,
      enrolled: partner.enrolled.length,
      events: log.events.length,
      readTwice: partner.read.length - new Set(partner.read).size,
      deliveredTwice: delivered.length - new Set(delivered).size,
      mailsTwice: countRepeated(mail.received),
    },
  };
}

const readStored = (databaseUrl: string): Promise<Stored & { readonly log: StoredLog }> =>
  withClient(databaseUrl, async (client) => {
    const { intakes, events } = await readIntakes(client);
    const enrollments = await client.query<StoredLog['enrollments'][number]>(
      'select id, vin from memberships.enrollments',
    );
    const isPartners = ({ type }: { readonly type: string }) => type.startsWith('plan.');
    return {
      intakes,
      events: events.filter((event) => !isPartners(event)),
      log: { enrollments: enrollments.rows, events: events.filter(isPartners) },
    };
  });
