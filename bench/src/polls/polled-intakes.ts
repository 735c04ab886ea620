// Intakes to be polled, and what a poll of each really executes.
import { withoutMarketReads } from '#bench/intakes/lab';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { recordStatements, whileLogged, type Recorded } from '#bench/load/statement-recorder';
import type { Cluster } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { startReadyApi } from '#bench/service/service';

export type PolledIntake = {
  readonly id: string;
  readonly token: string;
  readonly tag: string;
  /** Of its own poll, with its own values. */
  readonly statements: readonly Recorded[];
  readonly receipt: Readonly<Record<string, unknown>>;
};

type Place = { readonly cluster: Cluster; readonly databaseUrl: string };

/** Submits them to an api that is only recorded, and polls each once; the measured one is never logged. */
export const createPolledIntakes = (place: Place, count: number): Promise<PolledIntake[]> =>
  whileLogged(place.databaseUrl, () => pollAll(place, count));

async function pollAll({ cluster, databaseUrl }: Place, count: number): Promise<PolledIntake[]> {
  const port = await freePort();
  const api = await startReadyApi({ databaseUrl, port, env: withoutMarketReads });
  const url = `http://127.0.0.1:${port}${intakesPath}`;
  try {
    const created: Created[] = [];
    for (let turn = 0; turn < count; turn += 1) created.push(await submit(url, `polled-${turn}@example.com`));
    const polled: Awaited<ReturnType<typeof poll>>[] = [];
    const executed = await recordStatements(cluster, 'makewhole-api', async () => {
      for (const one of created) polled.push(await poll(`${url}/${one.intake_id}`, one.poll_token));
    });
    const each = executed.length / count;
    if (!Number.isInteger(each)) throw new Error('polls of equal intakes cost different numbers of statements');
    return polled.map((answer, index) => ({
      id: created[index]?.intake_id ?? '',
      token: created[index]?.poll_token ?? '',
      ...answer,
      statements: executed.slice(index * each, (index + 1) * each),
    }));
  } finally {
    await api.end('SIGKILL');
  }
}

type Created = { readonly intake_id: string; readonly poll_token: string };

async function submit(url: string, email: string): Promise<Created> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(intakeBody(email)) });
  if (response.status !== 201) throw new Error(`an intake to be polled was answered ${response.status}`);
  return (await response.json()) as Created;
}

async function poll(url: string, token: string): Promise<Pick<PolledIntake, 'tag' | 'receipt'>> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`a poll was answered ${response.status}`);
  return {
    tag: response.headers.get('etag') ?? '',
    receipt: (await response.json()) as PolledIntake['receipt'],
  };
}
