// Well-behaved agents: a request without a response is sent again, under the same key.
import { Agent } from 'node:http';
import { type Answer, send } from '#bench/service/http';
import { setTimeout as pause } from 'node:timers/promises';
import { countBy } from '#bench/report';
import { intakeBody, intakesPath } from './request.ts';

const answerLimitMs = 5000;
const retryDelayMs = 100;
/** A client that has no response by then gives up; that is reported, and fails the run. */
const timeoutMs = 60_000;
/** Eight clients with this pause send a few hundred intakes a second, which one worker keeps up with. */
const pauseMs = 25;

/** One attempt's outcome; every crash between client and disk looks like `unknown`. */
type Outcome =
  | { readonly kind: 'answered'; readonly intakeId: string; readonly replay: boolean }
  | { readonly kind: 'refused'; readonly status: number }
  /** `as` is the status of the answer, or that there was none. */
  | { readonly kind: 'unknown'; readonly as: string };

export type Ledger = {
  readonly acknowledged: Acknowledged[];
  /** When each was acknowledged, for the longest time without any. */
  readonly answeredAtMs: number[];
  /** Keys whose first attempt had no known outcome. */
  readonly retriedKeys: Set<string>;
  unknown: number;
  /** The same by what was answered instead: a status, or `nothing`. */
  readonly unknownAs: Record<string, number>;
  /** Responses that had been sent before, to a client that never received them. */
  replays: number;
  refused: number;
  unanswered: number;
};

export const emptyLedger = (): Ledger => ({
  acknowledged: [],
  answeredAtMs: [],
  retriedKeys: new Set(),
  unknown: 0,
  unknownAs: {},
  replays: 0,
  refused: 0,
  unanswered: 0,
});

type Clients = { stop(): Promise<void> };

/** Each client submits one customer after the other; `stop` lets it finish the current one. */
export function startClients(count: number, port: number, ledger: Ledger): Clients {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const stopping = new AbortController();
  const loops = Array.from({ length: count }, async (_, client) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await submitUntilAnswered({ port, agent, ledger }, `${client}-${turn}`);
      await pause(pauseMs);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      agent.destroy();
    },
  };
}

type Line = { readonly port: number; readonly agent: Agent; readonly ledger: Ledger };

async function submitUntilAnswered(line: Line, name: string): Promise<void> {
  const { ledger } = line;
  const key = `fault-${name}`;
  const email = `owner-${name}@example.com`;
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const outcome = await submit(line, key, email);
    if (outcome.kind === 'answered') {
      ledger.acknowledged.push({ key, email, intakeId: outcome.intakeId });
      ledger.answeredAtMs.push(performance.now());
      if (outcome.replay) ledger.replays += 1;
      return;
    }
    if (outcome.kind === 'refused') {
      ledger.refused += 1;
      return;
    }
    ledger.unknown += 1;
    ledger.unknownAs[outcome.as] = (ledger.unknownAs[outcome.as] ?? 0) + 1;
    ledger.retriedKeys.add(key);
    await pause(retryDelayMs);
  }
  ledger.unanswered += 1;
}

/** Requests responses again that were already given; returns how many had another intake, or failed. */
export async function replay(port: number, sample: readonly Acknowledged[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let wrong = 0;
  for (const { key, email, intakeId } of sample) {
    const outcome = await submit({ port, agent }, key, email);
    if (outcome.kind !== 'answered' || outcome.intakeId !== intakeId || !outcome.replay) wrong += 1;
  }
  agent.destroy();
  return wrong;
}

async function submit({ port, agent }: Omit<Line, 'ledger'>, key: string, email: string): Promise<Outcome> {
  const headers = { 'idempotency-key': key };
  const body = JSON.stringify(intakeBody(email));
  const line = { base: `http://127.0.0.1:${port}`, agent, limitMs: answerLimitMs };
  const answer = await send(line, { method: 'POST', path: intakesPath, headers, body }).catch(() => undefined);
  return answer === undefined ? { kind: 'unknown', as: 'nothing' } : toOutcome(answer);
}

function toOutcome({ status, headers, text }: Answer): Outcome {
  if (status === 200 || status === 201) {
    const receipt = JSON.parse(text) as { intake_id: string; idempotent_replay?: boolean };
    return { kind: 'answered', intakeId: receipt.intake_id, replay: receipt.idempotent_replay === true };
  }
  // Retry-After says that an equal request is still running: it may be an attempt that its client gave up.
  if (status >= 500 || headers['retry-after'] !== undefined) return { kind: 'unknown', as: String(status) };
  return { kind: 'refused', status };
}

/** What was promised to clients: one line per key that was answered. */
type Acknowledged = { readonly key: string; readonly email: string; readonly intakeId: string };

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
type Findings = {
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
