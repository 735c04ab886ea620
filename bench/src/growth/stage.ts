// A service with a little of everything, each row written by the service itself, that is then grown.
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { fillEnrollments, makeInstitutions, makeStaffToken, type Institution } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startReadyApi } from '#bench/service/service';
import { arrived, hostNames, urlOf } from '#bench/webhooks/receivers';
import { createLab, setStage as setWebhookStage, type Lab } from '#bench/webhooks/stage';

/** How many of each are written by the service. */
const own = 50;

export type Submitted = { readonly intakeId: string; readonly token: string };

export type Stage = {
  readonly lab: Lab;
  readonly databaseUrl: string;
  readonly base: string;
  readonly apiPid: number;
  readonly institution: Institution;
  readonly endpointId: string;
  readonly staffToken: string;
  readonly submitted: readonly Submitted[];
  /** What a verb needs, for what has no route. */
  readonly service: ReturnType<typeof createService>;
};

export async function setStage(closing: RunStack, institutions: number): Promise<Stage> {
  const [host = ''] = hostNames('ok', 1);
  // Every table is vacuumed when it has grown; what else a vacuum did would be charged to whoever is measured.
  const lab = await createLab(closing, [host], { autovacuum: 'off' });
  const webhooks = await setWebhookStage(lab, 'growth', []);
  const { databaseUrl, writer } = webhooks;
  const made = await makeInstitutions(databaseUrl, institutions);
  const [institution] = made;
  if (institution === undefined) throw new Error('there is no institution');
  await fillEnrollments(databaseUrl, { institutionIds: made.map(({ id }) => id), each: own });
  const [endpoint] = await writer.createEndpoints([{ host, url: urlOf(host), accountId: institution.id }]);
  const worker = await webhooks.startWorker();
  await writer.hold({ events: own, accounts: [institution.id] });
  await writer.commit();
  await arrived(lab.receivers, own);
  // It finishes what it has begun; what follows is measured without it.
  await worker.end('SIGTERM');

  const port = await freePort();
  const api = closing.adopt(await startReadyApi({ databaseUrl, port }), (one) => one.end('SIGKILL'));
  const base = `http://127.0.0.1:${port}`;
  const submitted: Submitted[] = [];
  for (let turn = 0; turn < own; turn += 1) submitted.push(await submit(base, `own-${turn}@example.com`));
  const config = readConfig({ ...serviceEnv, DATABASE_URL: databaseUrl }, 'worker');
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = closing.adopt(createService('bench-growth', config, { logTo: nowhere }), (one) => one.close());
  return {
    lab,
    databaseUrl,
    base,
    apiPid: api.pid,
    institution,
    endpointId: endpoint?.id ?? '',
    staffToken: await makeStaffToken(databaseUrl),
    submitted,
    service,
  };
}

/** An intake of a new customer. */
export async function submit(base: string, email: string): Promise<Submitted> {
  const response = await fetch(`${base}${intakesPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(intakeBody(email)),
  });
  if (response.status !== 201) throw new Error(`an intake was answered ${response.status}`);
  const { intake_id: intakeId, poll_token: token } = (await response.json()) as Record<string, string>;
  return { intakeId: intakeId ?? '', token: token ?? '' };
}
