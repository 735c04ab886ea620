import { beforeAll, expect, it } from 'vitest';
import { verifyServiceSignature, verifyStandardWebhook } from '@makewhole/sdk/webhooks';
import { useDatabase } from '@makewhole/server/test/database/use-database.ts';
import { withClient } from '#bench/service/cluster';
import { bareSchema, bareTable, claimText, dutyOf, type DutyName, type Row } from './duties.ts';
import { fillTable } from './setup.ts';

const database = useDatabase();
const url = () => database.current.url.reveal();
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const endpoint = { host: 'ok-001.example.com', id: 'whe_1', accountId: 'inst_1', secret };
const setup = {
  databaseUrl: '',
  caFile: '',
  port: 1,
  endpoints: { [endpoint.id]: { url: 'https://ok-001.example.com/hooks', secret } },
};
const sample = { eventId: 'evt_sample', eventType: 'referral.created', body: '{"id":"evt_sample"}' };

beforeAll(() =>
  withClient(url(), async (client) => {
    for (const statement of bareSchema) await client.query(statement);
  }),
);

/** Fills the queue with two rows, claims both, and finishes the first. */
const work = (name: DutyName) =>
  withClient(url(), async (client) => {
    await fillTable(client, bareTable[name], { sample, rows: 2, endpoints: [endpoint] });
    const { rows } = await client.query<Row>(claimText(bareTable[name]), [10]);
    const [first] = rows;
    if (first === undefined) throw new Error('nothing was claimed');
    await client.query(dutyOf(name, setup).finish([{ id: first.id, status: 204, durationMs: 3.4 }]));
    const queue = await client.query<{ id: string; state: string }>(`select id, state from ${bareTable[name]}`);
    const history = await client.query('select id, status, attempt, duration_ms, body from bare.history');
    return { rows, first, queue: queue.rows, history: history.rows };
  });

it('the same duty ends with one row of history, and none in the queue', async () => {
  const { rows, first, queue, history } = await work('same');
  expect(rows).toHaveLength(2);
  expect(history).toEqual([{ id: first.id, status: 204, attempt: 1, duration_ms: 3, body: first.body }]);
  expect(queue).toEqual([{ id: rows[1]?.id, state: 'claimed' }]);
});

it('the same duty signs as the service does, and keeps its cap', async () => {
  const row = { id: 'dlv_1', endpoint_id: endpoint.id, event_id: 'evt_1', event_type: 'referral.created', body: '{}' };
  const duty = dutyOf('same', setup);
  const headers = duty.headers(row);
  const body = Buffer.from(row.body);
  verifyServiceSignature({ header: headers['x-service-signature'] ?? '', body, secret: [secret] });
  verifyStandardWebhook({ headers, body, secret: [secret] });
  expect(() => verifyStandardWebhook({ headers, body: Buffer.from('{} '), secret: [secret] })).toThrow(/signature/);
  expect(duty.cap).toBe(8);
});

it('the least duty marks the row, and writes no history of it', async () => {
  const { first, queue, history } = await work('least');
  expect(queue.find(({ id }) => id === first.id)?.state).toBe('done');
  expect(history.some(({ id }) => id === first.id)).toBe(false);
});
