import { expect, it } from 'vitest';
import { newestMigration } from '#platform/db';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { beatProcess } from './beat-process.ts';

const harness = useHarness();

it('a running process is listed with its version, and forgotten when it has stopped or was silent for a day', async () => {
  const { db, vault, log, metrics } = harness.current.ctx;
  const list = () =>
    db.many<{ name: string }>({
      text: 'select name, newest_migration from platform.processes order by name',
      values: [],
    });
  await db.many({
    text: `insert into platform.processes values ('gone', '0001-a', now() - interval '25 hours'), ('silent', '0001-a', now() - interval '2 hours')`,
    values: [],
  });
  const beats = beatProcess('this', { db, vault, log, metrics });
  const silent = { name: 'silent', newest_migration: '0001-a' };
  await until('it to be known', async () => (await list()).some(({ name }) => name === 'this'));
  expect(await list()).toEqual([silent, { name: 'this', newest_migration: newestMigration() }]);
  await beats.stop();
  expect(await list()).toEqual([silent]);
});
