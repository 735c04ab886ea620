import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeKeys } from '#app/keys/describe-keys';
import { encryptedColumns, fingerprintColumns, type Row } from '#app/keys/keyed-columns';
import { reseal, type ResealedColumn } from '#app/keys/reseal';
import { createService, type Service } from '#app/composition';
import { verifyChain, verifyConsent } from '#modules/ledger';
import { readConfig } from '#platform/config';
import { cloneDatabase } from '#test/database/databases';
import { testVehicleDir } from '#testing/vehicles';
import { demoCommand } from '../commands.ts';

const old = 'an older key for tests only with 32 characters or more';
const next = 'a newer key for tests only with 32 characters or more';

type World = {
  serviceWith(ring: string): Service;
  close(): Promise<void>;
};

async function startWorld(): Promise<World> {
  const database = await cloneDatabase();
  const services = new Map<string, Service>();
  return {
    serviceWith(ring) {
      const known = services.get(ring);
      if (known !== undefined) return known;
      const env = { NODE_ENV: 'test', DATA_KEY: ring, LOG_LEVEL: 'silent', VEHICLE_DATA_DIR: testVehicleDir };
      const service = createService('test', readConfig({ ...env, DATABASE_URL: database.url.reveal() }, 'cli'));
      services.set(ring, service);
      return service;
    },
    async close() {
      await Promise.all([...services.values()].map((service) => service.close()));
      await database.drop();
    },
  };
}

let world: World;
let reencrypted: ResealedColumn[];
let oldId: string;
beforeAll(async () => {
  world = await startWorld();
  const before = world.serviceWith(old);
  oldId = before.ctx.vault.writingKey();
  await demoCommand.run(before.ctx, {});
  reencrypted = await reseal(world.serviceWith(`${next},${old}`).ctx);
}, 240_000);
afterAll(() => world.close());

const many = (text: string): Promise<Row[]> => world.serviceWith(next).ctx.db.many<Row>({ text, values: [] });

describe('after re-encrypting everything that the demo wrote, with the old key compare-only', () => {
  it('no value is left or unreadable, in all columns that the demo writes', () => {
    const done = reencrypted.filter((one) => one.reencrypted > 0).map(({ table, column }) => `${table}.${column}`);
    expect(reencrypted.filter(({ passedOver, unreadable }) => passedOver + unreadable > 0)).toEqual([]);
    // Columns that the demo does not write; keyed-columns.test.ts compares their associated data.
    const unwritten = encryptedColumns
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !done.includes(name));
    expect(unwritten.toSorted()).toEqual([
      'checkout.payments.encrypted_note',
      'credentials.signed_credentials.encrypted_challenge',
      'platform.idempotency.encrypted_body',
      'portal.authenticator_resets.encrypted_totp',
      'portal.invitations.encrypted_totp',
      'portal.issuers.encrypted_client_secret',
      'portal.sign_ups.encrypted_totp',
      'portal.user_passwords.encrypted_totp',
      'replies.replies.encrypted_content',
      'report_checks.releases.encrypted_findings',
      'request_log.contents.encrypted_content',
      'self_service.requests.encrypted_words',
      'vehicles.plate_lookups.encrypted_plate',
      'webhooks.endpoints.encrypted_previous',
    ]);
  });

  it('every value opens with the new key alone, consent with the old one inside', async () => {
    const { vault } = world.serviceWith(`${next},compare:${old}`).ctx;
    let read = 0;
    for (const { table, column, key, reads = [], aad, hash } of encryptedColumns) {
      const columns = [...key, ...reads, column, ...(hash === undefined ? [] : [hash])].join(', ');
      for (const row of await many(`select ${columns} from ${table} where ${column} is not null`)) {
        const plain = vault.decrypt(row[column] as Buffer, aad(row));
        read += 1;
        if (hash !== undefined && row[hash] !== null) expect(row[hash]).toEqual(vault.fingerprint(plain, 'token'));
      }
    }
    expect(read).toBe(reencrypted.reduce((sum, one) => sum + one.reencrypted, 0));
  });

  it('both chains are unchanged', async () => {
    const { ctx } = world.serviceWith(`${next},compare:${old}`);
    expect(await verifyChain(ctx)).toMatchObject({ ok: true });
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true });
    // And do not verify without the key that made them.
    expect(await verifyConsent(world.serviceWith(next).ctx)).toMatchObject({ ok: false });
  });

  it('the key status first allows making the old key compare-only, and then requires keeping it', async () => {
    const verdictOf = async (ring: string) =>
      (await describeKeys(world.serviceWith(ring).ctx)).keys.find(({ id }) => id === oldId)?.verdict;
    expect(await verdictOf(`${next},${old}`)).toContain('may become compare:');
    expect(await verdictOf(`${next},compare:${old}`)).toContain('must stay as compare:');
    expect(await verdictOf(next)).toContain('MISSING');
  });

  it('no undeclared column contains a key id', async () => {
    const columns = await many(
      `select table_schema || '.' || table_name as "table", column_name as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.udt_name in ('text', 'varchar', 'json', 'jsonb', '_text')
         and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const id = Buffer.from(oldId, 'hex');
    // The start of an encrypted value in base64url, and the end of a fingerprint in hexadecimal.
    const link = Buffer.concat([Buffer.of(2), id])
      .toString('base64url')
      .slice(0, 6);
    const found: string[] = [];
    for (const { table, column } of columns) {
      const [row] = await many(
        `select 1 from ${String(table)} where ${String(column)}::text like '%${link}%' or ${String(column)}::text ~ '02${oldId}' limit 1`,
      );
      if (row !== undefined) found.push(`${String(table)}.${String(column)}`);
    }
    const declared = fingerprintColumns.filter(({ text }) => text).map(({ table, column }) => `${table}.${column}`);
    expect(found.filter((name) => !declared.includes(name))).toEqual([]);
  });
});
