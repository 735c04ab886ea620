// A job for each delivery on graphile-worker, with the settings its documentation names for throughput: jobs are fetched
// and completed in batches. The job posts the body, and nothing else.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import { Pool } from 'pg';
import { answerQuestions } from '#bench/webhooks/child';
import { graphileSchema, graphileTask, type GraphileJob } from './graphile.ts';
import { createPoster } from './poster.ts';
import { concurrency, type Answer, type EngineSetup, type Question } from './setup.ts';

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as EngineSetup;
const post = createPoster(setup, { checksAddress: false });
let errors = 0;

async function deliver(payload: unknown): Promise<void> {
  const { id, endpoint, type, body } = payload as GraphileJob;
  const status = await post(endpoint, { 'x-service-delivery': id, 'x-service-event': type }, body);
  if (status !== 204) errors += 1;
}

// One connection more than fetching and completing need.
const pgPool = new Pool({ connectionString: setup.databaseUrl, max: 4 });
// It asks for these; a connection is only lost when the run ends.
pgPool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
await run({
  pgPool,
  schema: graphileSchema,
  taskList: { [graphileTask]: deliver },
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  preset: {
    worker: {
      concurrentJobs: concurrency,
      pollInterval: 100,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
});

async function drained(): Promise<Answer> {
  errors = 0;
  for (;;) {
    const { rows } = await pgPool.query<{ left: boolean }>(
      `select exists (select from ${graphileSchema}._private_jobs) as left`,
    );
    if (rows[0]?.left === false) return { errors };
    await pause(10);
  }
}

answerQuestions<Question, Answer>(drained);
