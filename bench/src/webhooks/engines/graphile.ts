// The jobs of the graphile-worker baseline.
import type { Client } from 'pg';
import { madeDeliveries, madeValues, type Fill } from './setup.ts';

/** Apart from the schema of the service's own scheduled jobs. */
export const graphileSchema = 'bench_graphile';
export const graphileTask = 'deliver';

export type GraphileJob = {
  readonly id: string;
  readonly endpoint: string;
  readonly type: string;
  readonly body: string;
};

/** Through the function that its documentation names for adding many at once. */
export async function addJobs(client: Client, fill: Fill): Promise<void> {
  await client.query(
    `select count(*) from ${graphileSchema}.add_jobs(array(
       select (json_populate_record(null::${graphileSchema}.job_spec, json_build_object('identifier', '${graphileTask}',
         'payload', json_build_object('id', id, 'endpoint', endpoint_id, 'type', event_type, 'body', body))))
       from (${madeDeliveries}) as made))`,
    madeValues(fill),
  );
}
