// What the run did and what is there afterwards, held against each other.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '#bench/intakes/clients';
import { countRepeated, findDiscrepancies, type Stored } from '#bench/intakes/ledger';
import { withClient } from '#bench/service/cluster';
import { findPartnerDiscrepancies, type StoredLog } from './ledger.ts';
import type { Partner } from './partner.ts';
import type { Stage } from './stage.ts';

/** Deliveries and, where mails are judged, claims of 30 s end within this on a busy machine. */
const drainLimitMs = 120_000;

/** Waits until no delivery is pending, and no message where they count; returns whether that happened in time. */
export async function drain(databaseUrl: string, mailsToo: boolean): Promise<boolean> {
  const deadline = performance.now() + drainLimitMs;
  const open = `select from webhooks.deliveries
    ${mailsToo ? `union all select from customers.messages where state in ('waiting', 'claimed')` : ''} limit 1`;
  return withClient(databaseUrl, async (client) => {
    while (performance.now() < deadline) {
      if ((await client.query(open)).rowCount === 0) return true;
      await pause(250);
    }
    return false;
  });
}

type Promised = { readonly ledger: Ledger; readonly partner: Partner; readonly judgesMails: boolean };

type Evidence = {
  /** Everything that is not as promised, by its name. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  readonly figures: Readonly<Record<string, number>>;
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
    const intakes = await client.query<Stored['intakes'][number]>('select id, email, status from intakes.intakes');
    const events = await client.query<Stored['events'][number] & { id: string }>(
      'select id, subject_id as "subjectId", type from events.events',
    );
    const enrollments = await client.query<StoredLog['enrollments'][number]>('select id, vin from plans.enrollments');
    const isPartners = ({ type }: { readonly type: string }) => type.startsWith('plan.');
    return {
      intakes: intakes.rows,
      events: events.rows.filter((event) => !isPartners(event)),
      log: { enrollments: enrollments.rows, events: events.rows.filter(isPartners) },
    };
  });
