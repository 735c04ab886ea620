// Well-behaved agents, customers and staff: a request without a response is sent again.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import type { Accounts } from './accounts.ts';
import type { Answer, Call, SendCall } from '#bench/service/http';

const retryDelayMs = 100;
/** A client that has no response by then gives up; that is reported, and fails the run. */
const timeoutMs = 90_000;
const pauseMs = 100;

type Tally = {
  /** Changes that were answered with success. */
  acknowledged: number;
  /** Attempts without a known outcome. */
  unknown: number;
  refused: number;
  unanswered: number;
};

type Clients = { readonly tally: Readonly<Tally>; stop(): Promise<void> };

type ClientOptions = {
  readonly call: SendCall;
  readonly accounts: Accounts;
  readonly count: number;
  /** Where acknowledged changes are written, one in a line. */
  readonly book: string;
};

type Asking = Omit<ClientOptions, 'count'> & { readonly tally: Tally };

/** Each client takes one customer after the other through their intake; `stop` lets it finish the current one. */
export function startClients({ count, ...options }: ClientOptions): Clients {
  const asking: Asking = { ...options, tally: { acknowledged: 0, unknown: 0, refused: 0, unanswered: 0 } };
  const stopping = new AbortController();
  const loops = Array.from({ length: count }, async (_, client) => {
    const key = options.accounts.agentKeys[client % options.accounts.agentKeys.length] ?? '';
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await takeThrough(asking, key, `${client}-${turn}`);
      await pause(pauseMs);
    }
  });
  return {
    tally: asking.tally,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * Submitted by the agent, confirmed by the customer, started by the team: each makes an event for the agent's webhook.
 */
async function takeThrough(asking: Asking, key: string, name: string): Promise<void> {
  const submitted = await askUntilAnswered(asking, [200, 201], {
    method: 'POST',
    path: intakesPath,
    token: key,
    headers: { 'idempotency-key': `fault-${name}` },
    body: JSON.stringify(intakeBody(`owner-${name}@example.com`)),
  });
  if (submitted === undefined) return;
  const receipt = JSON.parse(submitted.text) as { intake_id: string; customer_confirmation_url: string };
  keep(asking, receipt.intake_id, 'intake.received');
  await pause(pauseMs);
  const link = new URL(receipt.customer_confirmation_url).pathname;
  const confirm: Call = {
    method: 'POST',
    path: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=confirm',
  };
  if ((await askUntilAnswered(asking, [303], confirm)) === undefined) return;
  keep(asking, receipt.intake_id, 'intake.customer_confirmed');
  const path = `/api/staff/v1/intakes/${receipt.intake_id}/start`;
  const start: Call = { method: 'POST', path, token: asking.accounts.staffToken, body: '{}' };
  // A start whose response was lost is refused the second time, because the consultation is active already.
  const started = await askUntilAnswered(asking, [200, 409], start);
  if (started?.status === 200) keep(asking, receipt.intake_id, 'intake.consultation_active');
}

function keep({ tally, book }: Asking, subjectId: string, type: string): void {
  tally.acknowledged += 1;
  appendFileSync(book, `${JSON.stringify({ subjectId, type })}\n`);
}

async function askUntilAnswered(
  { call, tally }: Asking,
  wanted: readonly number[],
  asked: Call,
): Promise<Answer | undefined> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const answer = await call(asked);
    if (answer !== undefined && wanted.includes(answer.status)) return answer;
    // 409: an equal request, of an attempt that was given up, is still running.
    if (answer !== undefined && answer.status !== 409) {
      tally.refused += 1;
      return undefined;
    }
    tally.unknown += 1;
    await pause(retryDelayMs);
  }
  tally.unanswered += 1;
  return undefined;
}
