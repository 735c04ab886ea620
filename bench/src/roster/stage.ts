// A service with institutions, and a table of enrollments as in a large deployment, filled in bulk.
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { createPartnerKey } from '@makewhole/server/src/modules/partner-credentials/index.ts';
import { createInstitution } from '@makewhole/server/src/modules/partners/index.ts';
import { createStaffMember, createStaffToken } from '@makewhole/server/src/modules/staff/index.ts';
import { createEndpoint } from '@makewhole/server/src/modules/webhooks/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { migrate, serviceEnv } from '#bench/service/service';

export type Stage = { readonly cluster: Cluster; readonly databaseUrl: string; readonly closing: RunStack };

export async function setStage(closing: RunStack): Promise<Stage> {
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  return { cluster, databaseUrl, closing };
}

export type Institution = { readonly id: string; readonly key: string };

type Env = Readonly<Record<string, string>>;

export async function withService<T>(databaseUrl: string, work: (ctx: Ctx) => Promise<T>, env: Env = {}): Promise<T> {
  const config = readConfig({ ...serviceEnv, ...env, DATABASE_URL: databaseUrl }, 'worker');
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-stage', config, { logTo: nowhere });
  try {
    return await work(service.ctx);
  } finally {
    await service.close();
  }
}

/** Institutions, each with a live key. */
export const makeInstitutions = (databaseUrl: string, count: number, env: Env = {}): Promise<Institution[]> => {
  const make = async (ctx: Ctx) => {
    const made: Institution[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const { id } = await createInstitution(ctx, { name: `Synthetic Bank ${turn}` });
      const { key } = await createPartnerKey(ctx, {
        institutionId: id,
        livemode: true,
        role: 'full',
        label: undefined,
        expiresAt: undefined,
      });
      made.push({ id, key });
    }
    return made;
  };
  return withService(databaseUrl, make, env);
};

/** The token of an administrator. */
export const makeStaffToken = (databaseUrl: string): Promise<string> =>
  withService(databaseUrl, async (ctx) => {
    const email = 'staff@example.com';
    await createStaffMember(ctx, { email, name: 'Synthetic Staff', role: 'administrator' });
    return (await createStaffToken(ctx, { email, label: 'bench' })).token;
  });

type NewEndpoint = { readonly institutionId: string; readonly url: string };

/** A live endpoint that takes thin payloads; returns its signing secret. */
export const makeEndpoint = (databaseUrl: string, { institutionId, url }: NewEndpoint): Promise<string> =>
  withService(databaseUrl, async (ctx) => {
    const input = { url, livemode: true, eventTypes: [], payload: 'thin', secretKind: 'standard' } as const;
    return (await createEndpoint(ctx, { accountId: institutionId, ...input })).secret;
  });

/** Whose enrollments, and how many each. */
type Fill = { readonly institutionIds: readonly string[]; readonly each: number };

/** VINs of these rows are `3F` and the row's number; the secondary indexes are created after the rows. */
export async function fillEnrollments(databaseUrl: string, { institutionIds, each }: Fill): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '512MB'`);
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'plans' and tablename = 'enrollments' and indexname <> 'enrollments_pkey'`,
    );
    for (const { name } of rows) await client.query(`drop index plans.${name}`);
    for (const id of institutionIds) {
      await client.query(
        `insert into plans.enrollments (institution_id, livemode, id, status, external_ref, plan, first_name, last_name,
           email, vin, year, make, model, effective_at, created_at, updated_at)
         select $1, true, 'enr_' || lpad(n::text, 24, '0'), 'active', 'loan-' || n, 'standard', 'Synthetic', 'Member',
           'member' || n || '@example.com', '3F' || lpad(n::text, 15, '0'), 2022, 'Synthetic', 'Wagon', now() - interval '40 days',
           now() - interval '40 days', now() - interval '40 days'
         from generate_series(1, $2::integer) as n`,
        [id, each],
      );
    }
    for (const { definition } of rows) await client.query(definition);
    await client.query('vacuum analyze plans.enrollments');
    await client.query('checkpoint');
  });
}
