import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { encryptedColumns } from '#app/keys/keyed-columns';
import { Secret } from '#platform/config';
import { createVault } from '#platform/crypto';
import { reportProcess } from '#platform/jobs';
import { urlFor } from '#test/database/databases';
import { startRotated } from '#test/fixtures/rotated-keys';
import { useHarness } from '#test/harness';
import { startProcess, watchProcess } from '#test/processes/processes';
import { until } from '#test/until';
import { givenIntake, linkPath, poll, pressSent, type CreatedReceipt } from '#testing/intakes';

const harness = useHarness();
const next = 'a newer key for tests only with 32 characters or more';
const old = () => harness.current.config.dataKeys[0]?.reveal() ?? '';
const both = () => `${next},${old()}`;
const command = fileURLToPath(new URL('../../src/entrypoints/makewhole.js', import.meta.url));

const query = async (text: string, values: unknown[] = []) =>
  (await harness.current.owner.pool.query(text, values)).rows as Record<string, unknown>[];

/** Starts the command as a real process, as an operator would. */
function startReseal(ring: string) {
  const { databaseUrl, objects } = harness.current.config;
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: urlFor(databaseUrl, 'cli').reveal(),
    DATA_KEY: ring,
    ...(objects.blobDir === undefined ? {} : { BLOB_DIR: objects.blobDir }),
  };
  return watchProcess(spawn(process.execPath, [command, 'keys', 'reencrypt', '--json'], { env }));
}

/** Returns how many values this key encrypted. */
async function countUnder(key: string): Promise<number> {
  const id = createVault([new Secret(key)]).writingKey();
  const counts = encryptedColumns.map(
    ({ table, column }) =>
      `select count(*)::int as many from ${table} where ${column} is not null and substr(${column}, 2, 4) = decode($1, 'hex')`,
  );
  const [row] = await query(`select sum(many)::int as many from (${counts.join(' union all ')}) as all_columns`, [id]);
  return Number(row?.['many']);
}

it('a re-encryption loses nothing when it is killed, runs twice in parallel and races with writers of the old key', async () => {
  const h = harness.current;
  const receipts: CreatedReceipt[] = [];
  const write = async () => {
    const receipt = await givenIntake(h);
    await pressSent(h, receipt, { via: 'email' });
    receipts.push(receipt);
  };
  for (let count = 0; count < 15; count += 1) await write();
  const killed = startReseal(both());
  await until('the first values to be under the new key', async () => (await countUnder(next)) > 0);
  killed.signal('SIGKILL');
  await killed.exited;
  const twice = [startReseal(both()), startReseal(both())];
  const ended = Promise.all(twice.map(({ exited }) => exited));
  const writing = new AbortController();
  const writer = (async () => {
    while (!writing.signal.aborted) await write();
  })();
  const codes = (await ended).map(({ code }) => code);
  writing.abort();
  await writer;
  // Values written with the old key behind the command are left over, and its exit code reports them.
  expect(codes.every((code) => code === 0 || code === 1)).toBe(true);
  const last = startReseal(both());
  expect([await last.exited, last.stderr]).toEqual([{ code: 0, signal: null }, '']);
  expect(JSON.parse(last.stdout)).toMatchObject({ left: 0, unreadable: 0 });
  expect(await countUnder(old())).toBe(0);
  const after = await startRotated(h, { DATA_KEY: `${next},compare:${old()}` });
  for (const receipt of receipts)
    expect([(await poll(after, receipt)).status, (await after.call('GET', linkPath(receipt))).status]).toEqual([
      200, 200,
    ]);
  await after.close();
});

it('a process whose key ring lacks a key that is in use does not start, and prints no key', async () => {
  const { ctx, config } = harness.current;
  await reportProcess('before', ctx);
  await query('delete from platform.processes');
  const { databaseUrl } = config;
  const env = { DATABASE_URL: databaseUrl.reveal(), METRICS_PORT: '0', PORT: '0' };
  for (const entry of ['worker'] as const) {
    const started = startProcess(entry, { ...env, DATA_KEY: 'a key of somebody else with 32 characters or more' });
    expect([entry, (await started.exited).code]).toEqual([entry, 1]);
    expect(started.stderr).toContain(`DATA_KEY lacks the key ${createVault([new Secret(old())]).writingKey()}`);
    expect(started.stderr).not.toContain('somebody else');
  }
});

it('a ciphertext moved to another row or column cannot be decrypted; it is counted and left unchanged', async () => {
  const h = harness.current;
  const [one, two] = [await givenIntake(h), await givenIntake(h)];
  const sealed = async (id: string) =>
    (await query('select encrypted_link as bytes from intakes.intakes where id = $1', [id]))[0]?.['bytes'] as Buffer;
  const before = await sealed(two.intake_id);
  await query('update intakes.intakes set encrypted_link = $2 where id = $1', [one.intake_id, before]);
  await query(
    `update customers.messages m set encrypted_content = $2 where id = (select id from customers.messages where subject_id = $1 limit 1)`,
    [one.intake_id, before],
  );
  const answer = await poll(h, one);
  expect(answer.text).not.toContain(linkPath(two));
  const run = startReseal(both());
  expect([(await run.exited).code, run.stderr]).toEqual([1, '']);
  expect(JSON.parse(run.stdout)).toMatchObject({ unreadable: 2 });
  expect((await sealed(one.intake_id)).equals(before)).toBe(true);
});
