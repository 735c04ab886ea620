// Agents and an institution that use the API at a steady rate while webhooks are delivered.
import { atRate } from '#bench/service/child';
import { submit, type Submitted } from '#bench/intakes/request';
import { makeInstitutions } from '#bench/service/stage';
import type { RunStack } from '#bench/instrument';
import { runApi } from '#bench/service/service';

export type Timed = { readonly what: string; readonly latenciesMs: readonly number[]; readonly errors: number };

export type Clients = { visit(seconds: number): Promise<Timed[]> };

/** Requests a second. */
const rates = { submit: 5, poll: 20, 'list events': 5 };

export async function startClients(closing: RunStack, databaseUrl: string): Promise<Clients> {
  const { base } = await runApi(closing, { databaseUrl });
  const [institution] = await makeInstitutions(databaseUrl, 1);
  const submitted: Submitted[] = [await submit(base, 'first@example.com')];
  const requests: Readonly<Record<keyof typeof rates, () => Promise<void>>> = {
    async submit() {
      submitted.push(await submit(base, `mixed-${submitted.length}-${Math.random()}@example.com`));
    },
    async poll() {
      const one = submitted[Math.floor(Math.random() * submitted.length)];
      await read(`${base}/api/agent/v1/intakes/${one?.intakeId}`, one?.token ?? '');
    },
    'list events': () => read(`${base}/api/gap/v1/events`, institution?.key ?? ''),
  };
  const kinds = Object.keys(rates) as (keyof typeof rates)[];
  return {
    visit: (seconds) =>
      Promise.all(kinds.map((what) => repeat(what, requests[what], { perSecond: rates[what], seconds }))),
  };
}

type Pace = { readonly perSecond: number; readonly seconds: number };

/** Started at their times whether or not earlier ones have ended. */
async function repeat(what: string, request: () => Promise<void>, { perSecond, seconds }: Pace): Promise<Timed> {
  const latenciesMs: number[] = [];
  let errors = 0;
  await atRate({ everyMs: 1000 / perSecond, count: perSecond * seconds }, async () => {
    const sentAt = performance.now();
    try {
      await request();
      latenciesMs.push(performance.now() - sentAt);
    } catch {
      errors += 1;
    }
  });
  return { what, latenciesMs, errors };
}

async function read(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
