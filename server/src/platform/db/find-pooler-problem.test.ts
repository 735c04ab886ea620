import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { findPoolerProblem } from './index.ts';

let database: TestDatabase;
let pooler: Server;
let direct: string;
let pooled: string;

/** BackendKeyData: type, length, process id and cancel key. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Reports another process id than the server's own, as a pooler does; it tracks no statements. */
function startPooler(host: string, port: number): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(port, host);
    near.pipe(far);
    far.on('data', (chunk) => {
      const at = chunk.indexOf(keyData);
      if (at >= 0) chunk.writeUInt32BE((chunk.readUInt32BE(at + 5) ^ 1) >>> 0, at + 5);
      near.write(chunk);
    });
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const)
      end.on('error', () => undefined).on('close', () => other.destroy());
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(async () => {
  database = await cloneDatabase();
  direct = database.url.reveal();
  const url = new URL(direct);
  pooler = await startPooler(url.hostname, Number(url.port || 5432));
  const address = pooler.address();
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  pooled = url.href;
});
afterAll(async () => {
  pooler.close();
  await database.drop();
});

const limited = (url: string): string =>
  `${url}?options=-c%20statement_timeout%3D30s%20-c%20lock_timeout%3D10s%20-c%20idle_in_transaction_session_timeout%3D60s`;

const problem = (databaseUrl: string, directUrl?: string) =>
  findPoolerProblem({
    databaseUrl: new Secret(databaseUrl),
    directDatabaseUrl: new Secret(directUrl ?? databaseUrl),
    databasePooled: directUrl !== undefined,
  });

describe('the connection check', () => {
  it('a direct connection to the database has no problem', async () => {
    expect(await problem(direct)).toBeUndefined();
    expect(await problem(limited(direct), direct)).toBeUndefined();
  });

  it('a pooler needs a direct URL as well', async () => {
    expect(await problem(pooled)).toMatch(/^DATABASE_URL is a connection pooler\. Set DIRECT_DATABASE_URL /);
    expect(await problem(limited(direct), pooled)).toMatch(/^DIRECT_DATABASE_URL is a connection pooler too\./);
  });

  it('a pooler must track prepared statements', async () => {
    expect(await problem(pooled, direct)).toMatch(/PgBouncer 1\.21 or later is needed/);
  });

  it('the limits that a pooled role lacks are listed', async () => {
    expect(await problem(direct, direct)).toBe(
      `With a pooler the limits are those of the role, and it has none: alter role "postgres" set statement_timeout = '30s'; alter role "postgres" set lock_timeout = '10s'; alter role "postgres" set idle_in_transaction_session_timeout = '60s'.`,
    );
  });

  it('an unreachable database is not reported as a pooler problem', async () => {
    const away = new URL(direct);
    away.host = '127.0.0.1:1';
    await expect(problem(away.href)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
