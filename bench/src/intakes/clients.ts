// Well-behaved agents: a request without a response is sent again, under the same key.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged } from './ledger.ts';
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

function submit({ port, agent }: Omit<Line, 'ledger'>, key: string, email: string): Promise<Outcome> {
  const body = JSON.stringify(intakeBody(email));
  return new Promise((resolve) => {
    const nothing = { kind: 'unknown', as: 'nothing' } as const;
    const unknown = () => resolve(nothing);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    };
    const options = { host: '127.0.0.1', port, path: intakesPath, method: 'POST', agent, headers };
    const call = request({ ...options, signal: AbortSignal.timeout(answerLimitMs) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', unknown);
      response.on('close', () => resolve(response.complete ? toOutcome(response, Buffer.concat(chunks)) : nothing));
    });
    call.on('error', unknown);
    call.end(body);
  });
}

type Response = {
  readonly statusCode?: number | undefined;
  readonly headers: { readonly 'retry-after'?: string | undefined };
};

function toOutcome({ statusCode = 0, headers }: Response, body: Buffer): Outcome {
  if (statusCode === 200 || statusCode === 201) {
    const receipt = JSON.parse(body.toString('utf8')) as { intake_id: string; idempotent_replay?: boolean };
    return { kind: 'answered', intakeId: receipt.intake_id, replay: receipt.idempotent_replay === true };
  }
  // Retry-After says that an equal request is still running: it may be an attempt that its client gave up.
  if (statusCode >= 500 || headers['retry-after'] !== undefined) return { kind: 'unknown', as: String(statusCode) };
  return { kind: 'refused', status: statusCode };
}
