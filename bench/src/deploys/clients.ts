// Clients that never retry: every unexpected response counts as failed.
import { Agent } from 'node:http';
import { type Call, send } from '#bench/service/http';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { filledRow, toObject } from '#bench/roster/rows';

type Tally = {
  readonly answered: Record<string, number>;
  /** Each failed request, with its result. */
  readonly failed: string[];
  /** How often a board had to reopen its stream, which browsers do automatically. */
  reopened: number;
};

type World = {
  readonly base: string;
  readonly institutionKey: string;
  readonly staffToken: string;
};

type Options = { readonly agents: number; readonly boards: number; readonly rosterRows: number };

export type Clients = { readonly tally: Tally; stop(): Promise<void> };

/** Each poll and submission follows the previous one. One large roster is always being sent, and boards are open. */
export function startClients(world: World, { agents, boards, rosterRows }: Options): Clients {
  const tally: Tally = { answered: { submit: 0, poll: 0, roster: 0 }, failed: [], reopened: 0 };
  const stopping = new AbortController();
  const agent = new Agent({ keepAlive: true });
  const { base } = world;
  const ask = async (what: string, call: Call): Promise<string | undefined> => {
    const answer = await send({ base, agent, limitMs: answerLimitMs }, call).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (typeof answer === 'object' && answer.status >= 200 && answer.status < 300) {
      tally.answered[what] = (tally.answered[what] ?? 0) + 1;
      return answer.text;
    }
    tally.failed.push(`${what}: ${typeof answer === 'object' ? answer.status : answer}`);
    return undefined;
  };
  const runAgent = async (number: number) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const body = JSON.stringify(intakeBody(`deploy-${number}-${turn}@example.com`));
      const text = await ask('submit', { method: 'POST', path: intakesPath, body });
      if (text === undefined) continue;
      const { intake_id: id, poll_token: token } = JSON.parse(text) as { intake_id: string; poll_token: string };
      for (let poll = 0; poll < 9 && !stopping.signal.aborted; poll += 1) {
        await ask('poll', { method: 'GET', path: `${intakesPath}/${id}`, token });
      }
    }
  };
  const runRosters = async () => {
    const body = toObject(Array.from({ length: rosterRows }, (_, index) => filledRow(index + 1)));
    while (!stopping.signal.aborted) {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const token = world.institutionKey;
      await ask('roster', { method: 'POST', path: '/api/gap/v1/plans/roster-sync', body, token, headers });
    }
  };
  const loops = [
    ...Array.from({ length: agents }, (_, number) => runAgent(number)),
    runRosters(),
    ...Array.from({ length: boards }, () => watchBoard(world, tally, stopping.signal)),
  ];
  return {
    tally,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      agent.destroy();
    },
  };
}

/** A board's stream ends when its process stops. The board reopens it immediately, and that must succeed. */
async function watchBoard({ base, staffToken }: World, tally: Tally, signal: AbortSignal): Promise<void> {
  for (let opened = 0; !signal.aborted; opened += 1) {
    if (opened > 0) tally.reopened += 1;
    try {
      const response = await fetch(`${base}/api/staff/v1/stream`, {
        headers: { authorization: `Bearer ${staffToken}` },
        signal,
      });
      if (response.status !== 200) tally.failed.push(`board: ${response.status}`);
      await response.body?.pipeTo(new WritableStream(), { signal }).catch(() => undefined);
    } catch (error) {
      if (!signal.aborted) tally.failed.push(`board: ${error instanceof Error ? error.name : 'unknown'}`);
    }
  }
}

/** A roster is answered once it is stored; no other request takes this long. */
const answerLimitMs = 120_000;
