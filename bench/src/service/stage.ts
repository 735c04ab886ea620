// A service with institutions, and a table of enrollments as in a large deployment, filled in bulk.
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { createPartnerKey } from '@makewhole/server/src/modules/credentials/index.ts';
import { createPortalSession } from '@makewhole/server/src/modules/portal/index.ts';
import { createInstitution } from '@makewhole/server/src/modules/partners/index.ts';
import { createStaffMember, createStaffToken } from '@makewhole/server/src/modules/staff/index.ts';
import { newId } from '@makewhole/server/src/lib/tokens/ids.ts';
import { createEndpoint, publishEvent } from '@makewhole/server/src/modules/webhooks/index.ts';
import { transact } from '@makewhole/server/src/platform/db/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { readTestConfig, type TestSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import type { RunStack } from '#bench/instrument';
import { type Cluster, startCluster, withClient } from './cluster.ts';
import { benchPolicy, migrate, serviceEnv } from './service.ts';

export type Stage = { readonly cluster: Cluster; readonly databaseUrl: string; readonly closing: RunStack };

/** A migrated database on its own server. */
export async function setStage(closing: RunStack, settings: Env = {}): Promise<Stage> {
  const cluster = closing.adopt(await startCluster(settings), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  return { cluster, databaseUrl, closing };
}

export type Institution = { readonly id: string; readonly key: string };

type Env = Readonly<Record<string, string>>;

export async function withService<T>(
  databaseUrl: string,
  work: (ctx: Ctx) => Promise<T>,
  env: TestSettings = {},
): Promise<T> {
  const config = readTestConfig({ ...serviceEnv, ...benchPolicy, ...env, DATABASE_URL: databaseUrl }, 'worker');
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-stage', config, { logTo: nowhere });
  try {
    return await work(service.ctx);
  } finally {
    await service.close();
  }
}

/** An institution with a live key. */
export const makeInstitution = (databaseUrl: string, env: TestSettings = {}): Promise<Institution> =>
  withService(databaseUrl, makeOne, env);

export const makeInstitutions = (databaseUrl: string, count: number): Promise<Institution[]> =>
  withService(databaseUrl, async (ctx) => {
    const made: Institution[] = [];
    while (made.length < count) made.push(await makeOne(ctx));
    return made;
  });

async function makeOne(ctx: Ctx): Promise<Institution> {
  const { id } = await createInstitution(ctx, { name: 'Synthetic Bank' });
  const wanted = { institutionId: id, livemode: true, role: 'full', label: undefined, expiresAt: undefined } as const;
  return { id, key: (await createPartnerKey(ctx, wanted)).key };
}

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

/** The institutions, and the number of enrollments for each. */
type Fill = { readonly institutionIds: readonly string[]; readonly each: number };

/** The VINs of these rows are `3F` and the row's number; the secondary indexes are created after the rows. */
export async function fillEnrollments(databaseUrl: string, { institutionIds, each }: Fill): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '512MB'`);
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'memberships' and tablename = 'enrollments' and indexname <> 'enrollments_pkey'`,
    );
    for (const { name } of rows) await client.query(`drop index memberships.${name}`);
    for (const id of institutionIds) {
      await client.query(
        `insert into memberships.enrollments (institution_id, livemode, id, status, external_ref, plan, first_name, last_name,
           email, vin, year, make, model, effective_at, created_at, updated_at)
         select $1, true, 'enr_' || lpad(n::text, 24, '0'), 'active', 'loan-' || n, 'standard', 'Synthetic', 'Member',
           'member' || n || '@example.com', '3F' || lpad(n::text, 15, '0'), 2022, 'Synthetic', 'Wagon', now() - interval '40 days',
           now() - interval '40 days', now() - interval '40 days'
         from generate_series(1, $2::integer) as n`,
        [id, each],
      );
    }
    for (const { definition } of rows) await client.query(definition);
    await client.query('vacuum analyze memberships.enrollments');
    await client.query('checkpoint');
  });
}

type Publication = {
  readonly accountId: string;
  readonly count: number;
  /** Default: one after the other. */
  readonly perSecond?: number;
};

/** Events of an institution, each in a separate transaction. */
export const publishReferrals = (
  databaseUrl: string,
  { accountId, count, perSecond = Infinity }: Publication,
): Promise<void> =>
  withService(databaseUrl, async (ctx) => {
    const startAt = performance.now();
    for (let turn = 0; turn < count; turn += 1) {
      const wait = startAt + (turn * 1000) / perSecond - performance.now();
      if (wait > 0) await pause(wait);
      const subjectId = newId('ref', new Date());
      const thin = { referral: { id: subjectId, status: 'created' } };
      const event = { audience: 'partner', type: 'referral.created', accountId, subjectId, livemode: true } as const;
      await transact(ctx, async (tx) => publishEvent(tx, { ...event, thin, full: {} }));
    }
  });

/** A synthetic portal user who owns the institution; returns the cookie of a new session. */
export async function makePortalSession(databaseUrl: string, institutionId: string): Promise<string> {
  const userId = 'usr_bench';
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into portal.users (id, email, name, created_at) values ($1, 'portal@example.com', 'Synthetic User', now())
       on conflict do nothing`,
      [userId],
    );
    await client.query(
      `insert into portal.role_assignments (user_id, institution_id, role, created_at) values ($1, $2, 'owner', now())
       on conflict do nothing`,
      [userId, institutionId],
    );
  });
  return withService(databaseUrl, async (ctx) => {
    const all = { ...ctx, db: ctx.db.seeing('all') };
    const made = await transact(all, (tx) => createPortalSession(tx, { userId, method: 'password', fresh: true }));
    return made.cookie.split(';', 1)[0] ?? '';
  });
}
