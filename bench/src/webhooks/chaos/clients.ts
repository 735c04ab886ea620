// Well-behaved agents, customers and staff: they repeat a request that got no response.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { type Call, type Line, type Tally, askUntilAnswered, newTally } from '#bench/service/http';
import { type Repeated, repeat } from '#bench/until';
import type { Accounts } from './accounts.ts';

/** A client without a response by then gives up; that is reported, and fails the run. */
const giveUpMs = 90_000;
const pauseMs = 100;

/** Changes acknowledged with success, and the rest. */
type Counts = { acknowledged: number; readonly tally: Tally };

type ClientOptions = {
  readonly line: Line;
  readonly accounts: Accounts;
  readonly count: number;
  /** The file of acknowledged changes, one per line. */
  readonly book: string;
};

type Asking = Omit<ClientOptions, 'count'> & { readonly counts: Counts };

/** Each client takes one customer after the other through their intake. */
export function startClients({ count, ...options }: ClientOptions): Repeated & { readonly counts: Counts } {
  const counts = { acknowledged: 0, tally: newTally() };
  const { agentKeys } = options.accounts;
  const clients = repeat(async (turn, client) => {
    await takeThrough({ ...options, counts }, agentKeys[client % agentKeys.length] ?? '', `${client}-${turn}`);
    await pause(pauseMs);
  }, count);
  return { ...clients, counts };
}

/** Submitted by the agent, confirmed by the customer, started by the team: each makes an event for the agent's webhook. */
async function takeThrough(asking: Asking, key: string, name: string): Promise<void> {
  const { line, accounts, counts } = asking;
  const ask = (wanted: readonly number[], call: Call) =>
    askUntilAnswered({ line, tally: counts.tally, giveUpMs }, wanted, call);
  const submitted = await ask([200, 201], {
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
  if ((await ask([303], confirm)) === undefined) return;
  keep(asking, receipt.intake_id, 'intake.customer_confirmed');
  const path = `/api/staff/v1/intakes/${receipt.intake_id}/start`;
  const start: Call = { method: 'POST', path, token: accounts.staffToken, body: '{}' };
  // A start whose response was lost is refused the second time, because the consultation is active already.
  const started = await ask([200, 409], start);
  if (started?.status === 200) keep(asking, receipt.intake_id, 'intake.consultation_active');
}

function keep({ counts, book }: Asking, subjectId: string, type: string): void {
  counts.acknowledged += 1;
  appendFileSync(book, `${JSON.stringify({ subjectId, type })}\n`);
}
