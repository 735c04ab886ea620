// Well-behaved agents, and a comparison of what they were promised with what exists.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { countBy } from '#bench/report';
import { type Line, type Tally, askUntilAnswered, newTally, send } from '#bench/service/http';
import { type Repeated, repeat } from '#bench/until';
import { intakeBody, intakesPath } from './request.ts';

const answerLimitMs = 5000;
/** A client that has no response by then gives up; that is reported, and fails the run. */
const giveUpMs = 60_000;
/** Eight clients with this pause send a few hundred intakes a second, which one worker keeps up with. */
const pauseMs = 25;

/** What clients were promised: one line per acknowledged key. */
type Acknowledged = {
  readonly key: string;
  readonly email: string;
  readonly intakeId: string;
  /** An earlier attempt had no known outcome. */
  readonly isRetried: boolean;
};

export type Ledger = {
  readonly acknowledged: Acknowledged[];
  /** When each was acknowledged, to find the longest gap. */
  readonly answeredAtMs: number[];
  /** Replayed responses that the client had never received. */
  replays: number;
  readonly tally: Tally;
};

export const emptyLedger = (): Ledger => ({ acknowledged: [], answeredAtMs: [], replays: 0, tally: newTally() });

const lineTo = (port: number): Line => ({
  base: `http://127.0.0.1:${port}`,
  agent: new Agent({ keepAlive: true, maxSockets: 8 }),
  limitMs: answerLimitMs,
});

const submission = (key: string, email: string) => ({
  method: 'POST' as const,
  path: intakesPath,
  headers: { 'idempotency-key': key },
  body: JSON.stringify(intakeBody(email)),
});

type Receipt = { readonly intake_id: string; readonly idempotent_replay?: boolean };

/** Each client submits one customer after the other, each under a key. */
export function startClients(count: number, port: number, ledger: Ledger): Repeated {
  const line = lineTo(port);
  const clients = repeat(async (turn, client) => {
    const [key, email] = [`fault-${client}-${turn}`, `owner-${client}-${turn}@example.com`];
    const patient = { line, tally: ledger.tally, giveUpMs };
    const answer = await askUntilAnswered(patient, [200, 201], submission(key, email));
    if (answer !== undefined) {
      const receipt = JSON.parse(answer.text) as Receipt;
      ledger.acknowledged.push({ key, email, intakeId: receipt.intake_id, isRetried: answer.tries > 1 });
      ledger.answeredAtMs.push(performance.now());
      if (receipt.idempotent_replay === true) ledger.replays += 1;
    }
    await pause(pauseMs);
  }, count);
  return { stop: () => clients.stop().finally(() => line.agent.destroy()) };
}

/** Requests responses again that were already sent; returns how many had another intake, or failed. */
export async function replay(port: number, sample: readonly Acknowledged[]): Promise<number> {
  const line = lineTo(port);
  let wrong = 0;
  for (const { key, email, intakeId } of sample) {
    const answer = await send(line, submission(key, email)).catch(() => undefined);
    const isFine = answer?.status === 200 || answer?.status === 201;
    const receipt = isFine ? (JSON.parse(answer.text) as Receipt) : undefined;
    if (receipt?.intake_id !== intakeId || receipt.idempotent_replay !== true) wrong += 1;
  }
  line.agent.destroy();
  return wrong;
}

/** The database's state after the run. */
export type Stored = {
  readonly intakes: readonly { readonly id: string; readonly email: string; readonly status: string }[];
  readonly events: readonly { readonly id: string; readonly subjectId: string; readonly type: string }[];
};

export async function readStored(client: Client): Promise<Stored> {
  const intakes = await client.query<Stored['intakes'][number]>('select id, email, status from intakes.intakes');
  const events = await client.query<Stored['events'][number]>(
    `select id, subject_id as "subjectId", type from events.events`,
  );
  return { intakes: intakes.rows, events: events.rows };
}

/** How often each message arrived, by recipient and then by Message-ID. */
type Mails = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Evidence = {
  readonly acknowledged: readonly Acknowledged[];
  readonly stored: Stored;
  readonly mails: Mails;
};

/** Each broken promise by its name: intake ids, or synthetic addresses. */
type Findings = {
  /** Acknowledged, but missing. */
  readonly lost: readonly string[];
  /** Acknowledged with the id of another customer's intake. */
  readonly wrong: readonly string[];
  /** Customers with more than one intake, though each was submitted under one key. */
  readonly doubled: readonly string[];
  /** Events without an intake, and intakes without exactly one submission event. */
  readonly orphanEvents: readonly string[];
  /** Acknowledged, but the welcome email never arrived. */
  readonly undelivered: readonly string[];
  /** Acknowledged, but not in the status that follows the welcome, or without exactly one event about it. */
  readonly unsettled: readonly string[];
};

/** Compares the promises with what exists. */
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
