import type { Cluster } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { recordStatements, whileLogged } from '#bench/load/statement-recorder';
import { startReadyApi } from '#bench/service/service';
import { toTemplates, type Statement } from '#bench/load/templates';
import { withoutMarketReads } from './lab.ts';
import { intakeBody, intakesPath } from './request.ts';

export type RecordedIntake = {
  /** What one intake costs in the main database; the limit counter has its own connections and is not included. */
  readonly statements: readonly Statement[];
  readonly receipt: Readonly<Record<string, unknown>>;
};

/** Submits to an api that is only recorded; the measured one is never logged. */
export async function recordIntake(cluster: Cluster, databaseUrl: string): Promise<RecordedIntake> {
  const port = await freePort();
  return whileLogged(databaseUrl, () => recordOne(cluster, databaseUrl, port));
}

async function recordOne(cluster: Cluster, databaseUrl: string, port: number): Promise<RecordedIntake> {
  const api = await startReadyApi({ databaseUrl, port, env: withoutMarketReads });
  let receipt: Readonly<Record<string, unknown>> = {};
  const submit = async (owner: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${intakesPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(intakeBody(`owner-${owner}@example.com`)),
    });
    if (response.status !== 201) throw new Error(`the intake to be recorded was answered ${response.status}`);
    receipt = (await response.json()) as typeof receipt;
  };
  try {
    await submit('0000000000000000');
    const first = await recordStatements(cluster, 'makewhole-api', () => submit('0000000000000001'));
    const second = await recordStatements(cluster, 'makewhole-api', () => submit('0000000000000002'));
    return { statements: toTemplates(first, second), receipt };
  } finally {
    await api.end('SIGKILL');
  }
}
