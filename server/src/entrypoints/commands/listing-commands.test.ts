import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandHere } from '#test/processes/run-command-here';
import { feedListing, useFeedHarness } from '#test/doubles/marketcheck';
import { explain } from '../command.ts';
import { listingCommands } from './listing-commands.ts';

const parts = useFeedHarness();
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'makewhole-listings-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a command as an operator does. */
const run = (...words: string[]) => runCommandHere(parts.current.harness.config, words);

const command = (name: string) => listingCommands.find((one) => one.name === name)!;
const runHere = (name: string, options: Record<string, string>) =>
  command(name).run(parts.current.harness.ctx, options);

const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const head = 'id,vin,year,make,model,price,zip\n';

describe('makewhole listings import FILE', () => {
  it('the command stores the file’s listings, and reports in words for people and as JSON', async () => {
    const path = file('good.csv', `${head}1,SYNTHETIC00000001,2019,Honda,Accord,20000,78701\n`);
    expect(await run('listings', 'import', path)).toEqual({
      code: 0,
      stdout: '1 rows: 1 new, 0 updated, 0 rejected\n',
      stderr: '',
    });
    const again = await run('listings', 'import', path, '--source', 'other', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ rows: 1, created: 1 });
  });

  it('the command reports the lines it refused, and exits with 1', async () => {
    const path = file('bad.ndjson', '{"id":1}\nnonsense\n');
    const { code, stdout } = await run('listings', 'import', path);
    expect([code, stdout]).toEqual([
      1,
      '2 rows: 0 new, 0 updated, 2 rejected\n  line 1 make is missing\n  line 2 is not JSON\n',
    ]);
  });

  it('a call without a file, or with two, is a usage error', async () => {
    expect((await run('listings', 'import')).code).toBe(2);
    expect((await run('listings', 'import', 'a', 'b')).code).toBe(2);
    expect((await run('listings', 'import')).stderr).toContain('makewhole listings import FILE');
  });

  it.each([
    ['a file that is not there', { file: '/nowhere/x.csv' }, 'file cannot be read'],
    ['a format that is none', { file: '/dev/null', format: 'xml' }, 'format must be one of: csv, ndjson'],
    ['a source that is no name', { file: '/dev/null', source: 'A B' }, 'source must be letters, digits and hyphens'],
  ])('the command refuses %s', async (_what, options, message) => {
    const refused = await runHere('listings import', options).catch((error: unknown) => error);
    expect(explain(refused as Parameters<typeof explain>[0])).toContain(message);
  });
});

describe('makewhole listings generate', () => {
  it('the command makes as many synthetic listings as requested', async () => {
    expect(await runHere('listings generate', { seed: '1', rows: '50' })).toMatchObject({
      ok: true,
      result: { created: 50, updated: 0 },
    });
  });

  it.each(['-1', '1.5', 'many', '200000000'])('the command refuses %s rows', async (rows) => {
    await expect(runHere('listings generate', { seed: '1', rows })).rejects.toMatchObject({ status: 400 });
  });
});

describe('makewhole listings fetch', () => {
  const options = { year: '2019', make: 'Honda', model: 'Accord', zip: '78701' };

  it('the command queries the feed, and reports how it failed', async () => {
    const { feed } = parts.current;
    feed.offer([feedListing(1)]);
    expect(await runHere('listings fetch', options)).toMatchObject({ ok: true, result: { found: 1 } });
    feed.behave('wrong key');
    expect(await runHere('listings fetch', options)).toMatchObject({ ok: false, result: { kind: 'unavailable' } });
  });
});
