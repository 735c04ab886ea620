// What benches of files in the portal share: the processes, a user, and another institution that calls meanwhile.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortalSession } from '@makewhole/server/src/modules/portal-users/index.ts';
import { transact } from '@makewhole/server/src/platform/db/index.ts';
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { serviceEnv, startProcess, startReadyApi } from '#bench/service/service';
import { percentile, round } from '#bench/numbers/statistics';
import { startChild } from '#bench/webhooks/child';
import type { Visit } from '#bench/roster/visitor-process';
import { withService, type Institution, type Stage } from '#bench/roster/stage';

const origin = 'https://makewhole.example';

export async function startPortal({ closing, databaseUrl }: Stage) {
  const port = await freePort();
  const directory = closing.adopt(mkdtempSync(join(tmpdir(), 'makewhole-roster-files-')), async (path) =>
    rmSync(path, { recursive: true }),
  );
  const env = { GAP_REQUESTS_PER_MIN: '1000000000', BLOB_DIR: directory, PUBLIC_BASE_URL: origin };
  const api = closing.adopt(await startReadyApi({ databaseUrl, port, env }), (one) => one.end('SIGKILL'));
  const script = 'server/src/start/worker.ts';
  const worker = closing.adopt(
    startProcess({ script, env: { ...serviceEnv, ...env, DATABASE_URL: databaseUrl } }),
    (one) => one.end('SIGKILL'),
  );
  return { api, worker, baseUrl: `http://127.0.0.1:${port}` };
}

/** Another institution reads its account meanwhile. */
export function visiting(closing: RunStack, baseUrl: string, visitor: Institution) {
  const script = '../roster/visitor-process.ts';
  const child = closing.adopt(startChild<Visit, readonly number[]>({ script }), (one) => one.close());
  const urls = ['/me', '/plans/enrollments?limit=10', '/events?limit=10'].map((path) => `${baseUrl}/api/gap/v1${path}`);
  return async (work: () => Promise<unknown>) => {
    await child.ask({ kind: 'start', urls, key: visitor.key, everyMs: 20 });
    const done = await work();
    const sorted = Float64Array.from(await child.ask({ kind: 'stop' })).sort();
    return { work: done, p95: round(percentile(sorted, 0.95), 1) };
  };
}

/** A synthetic user of the portal; returns the cookie of their session. */
export async function makeUser({ databaseUrl }: Stage, institutions: readonly Institution[]): Promise<string> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into portal.users (id, email, name, created_at) values ('usr_bench', 'bench@example.com', 'Synthetic', now())`,
    );
    const assign = `insert into portal.role_assignments (user_id, institution_id, role, created_at) values ('usr_bench', $1, 'owner', now())`;
    for (const { id } of institutions) await client.query(assign, [id]);
  });
  return withService(databaseUrl, async (ctx) => {
    const all = { ...ctx, db: ctx.db.seeing('all') };
    const { cookie } = await transact(all, (tx) =>
      createPortalSession(tx, { userId: 'usr_bench', method: 'password' }),
    );
    return cookie.split(';', 1)[0] ?? '';
  });
}

type Init = RequestInit & { readonly duplex?: 'half' };

/** Calls below an institution and a mode, as the page does. */
export const callPortal =
  <Answer>(url: string, cookie: string) =>
  async (method: string, path: string, init: Init = {}): Promise<Answer> => {
    const headers = { cookie, origin, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(`${url}${path}`, { ...init, method, headers });
    const body = (await response.json()) as Answer;
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${JSON.stringify(body).slice(0, 300)}`);
    return body;
  };

export const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
