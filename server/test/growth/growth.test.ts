// Checks how much more every statement reads when its tables are ten times as large: counted in pages, so that a busy
// machine changes nothing. `GROWTH_ROWS=100000,1000000` for other sizes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { sweepOnce } from '#platform/jobs';
import { givenGround, type Ground } from '#test/tenancy/walk-ground';
import { isNightly } from '#test/runs';
import { runDemo } from '../../src/entrypoints/demo/run-demo.ts';
import { explainAll, type Cost } from './explain.ts';
import { growTables } from './grow-tables.ts';
import { recordStatements, type SentStatement } from './record-statements.ts';

const sizes = process.env['GROWTH_ROWS'] ?? (isNightly ? '10000,100000' : '1000,10000');
const [few = 1_000, many = 10_000] = sizes.split(',').map(Number);

/** How much more a statement may read per row it finds, and the pages that deeper indexes add for a few rows. */
const mostGrowth = 1.15;
const deeper = 80;
/** And per row: in a small table many rows share a page, in a large one each may be on a different page. */
const anywhere = 3;

/** Statements that read more as tables grow, with the reason why that is correct. */
const mayGrow: Readonly<Record<string, string>> = {
  'db.delete-expired': 'It deletes up to a batch of rows that are past their time, and here nearly all are.',
  'select institution_id as "institutionId", livemode, id, status, external_ref as':
    'Members of one institution: some hundreds are sorted; more are read from the index in its order.',
  'webhooks.find-deliveries': 'It looks for each id in the index of every day, which is a level deeper here.',
  'customers.purge-mailboxes':
    'A night deletes up to a batch; of few sandbox messages the whole index is read, of many each is found by its id.',
  'request-log.find-replay': 'It searches the last 20,000 calls of a test key, however many there are.',
  'privacy.find-sources-by-name':
    'Staff look for a member by id a few times a day; two more indexes would slow every roster.',
};

/** These look for rows outside all partitions. There are none outside this test. */
const isOfDefaultPartition = ({ text }: SentStatement) => /_default\b/.test(text);

let ground: Ground;
let sent: SentStatement[];

beforeAll(async () => {
  const recording = recordStatements();
  ground = await givenGround(async ({ ctx, clock }) => {
    const demo = await runDemo(ctx);
    if (!demo.ok) throw new Error(demo.lines.join('\n'));
    clock.advance((Date.now() - clock.now().getTime()) / 1000);
  });
  for (const sweep of sweeps(ground.harness.ctx)) await sweepOnce(sweep, ground.harness.ctx);
  await readEverything();
  recording.stop();
  sent = recording.sent().filter((one) => one.user.startsWith('makewhole_') && !isOfDefaultPartition(one));
}, 600_000);
afterAll(() => ground.harness.close());

/** Reads every page and list as the first caller who may. */
async function readEverything(): Promise<void> {
  const pairs = ground.listPairs().filter(({ route, variant, caller }) => {
    return variant === 'own' && route.method === 'GET' && caller.state === 'good';
  });
  const read = new Set<string>();
  for (const { caller, question } of pairs) {
    if (read.has(question.path)) continue;
    const { status } = await caller.ask('GET', question.path);
    if (status === 200) read.add(question.path);
  }
  for (const path of ['/api/gap/v1/events?order=asc', '/api/gap/v1/events?order=asc&limit=100']) {
    for (const { ask } of ground.callers.filter(({ name }) => name.startsWith('key full'))) await ask('GET', path);
  }
}

it('no statement reads more when there is more history', async () => {
  const url = ground.harness.config.databaseUrl.reveal();
  await growTables(url, { from: 0, to: few });
  const before = await explainAll(url, sent);
  await growTables(url, { from: few, to: many });
  const after = await explainAll(url, sent);
  const found = sent.map((statement, at) => ({ statement, grown: growthOf(before[at], after[at]) }));
  const measured = found.filter(({ grown }) => grown !== undefined);
  expect(new Set(measured.map(({ statement }) => nameOf(statement))).size).toBeGreaterThan(400);
  const grown = measured
    .filter(({ grown: text }) => text !== '')
    .map(({ statement, grown: text }) => `${nameOf(statement)}: ${text}`);
  expect([...new Set(grown)].filter((line) => mayGrow[line.split(': ')[0] ?? ''] === undefined)).toEqual([]);
}, 3_600_000);

const nameOf = ({ name, text }: SentStatement): string => name ?? text.replaceAll(/\s+/g, ' ').slice(0, 80).trim();

/** How much more a statement reads; empty if it does not, undefined if it could not be run twice. */
function growthOf(before: Cost, after: Cost): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const ofRow = ({ buffers, rows }: NonNullable<Cost>) => buffers / Math.max(1, rows);
  const say = ({ buffers, rows }: NonNullable<Cost>) => `${buffers} pages for ${rows} rows`;
  const most = (ofRow(before) * mostGrowth + anywhere) * Math.max(1, after.rows) + deeper;
  return after.buffers > most ? `${say(before)}, then ${say(after)}` : '';
}
