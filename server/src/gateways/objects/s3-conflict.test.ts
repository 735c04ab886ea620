import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { createObjects, isObjectsFull, type ObjectStore } from '#gateways/objects';

// The response of AWS to a conditional put while another one of the same key is running; Ceph never sends it.
const conflict =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>ConditionalRequestConflict</Code><Message>synthetic</Message></Error>';

// Ceph's response when the bucket's quota is used up; MinIO returns 507.
const quota =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>QuotaExceeded</Code><Message>synthetic</Message></Error>';
const bodies: Readonly<Record<number, string>> = { 409: conflict, 403: quota };

let server: Server;
let store: ObjectStore;
/** The statuses of the next puts; 200 when the list is empty. */
let statuses: number[] = [];
let puts = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      puts += 1;
      const status = statuses.shift() ?? 200;
      response.writeHead(status, { 'content-type': 'application/xml' }).end(bodies[status] ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = {
    DATABASE_URL: 'postgres://127.0.0.1/none',
    DATA_KEY: 'a key for tests only with 32 characters or more',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'synthetic',
    S3_ACCESS_KEY_ID: 'synthetic',
    S3_SECRET_ACCESS_KEY: 'synthetic',
  };
  store = createObjects(readConfig(settings, 'api'));
});
afterAll(() => {
  store.close();
  server.close();
});
beforeEach(() => {
  puts = 0;
});

const put = () => store.create({ key: 'intakes/int_1/a.pdf', bytes: Buffer.from('x'), type: 'application/pdf' });

it.each<[string, number[], string]>([
  ['has put it', [409, 412], 'exists'],
  ['has failed', [409, 409, 200], 'created'],
])('a put that meets another of the same key is retried, when the other %s', async (_what, answers, outcome) => {
  statuses = [...answers];
  expect([await put(), puts]).toEqual([outcome, answers.length]);
});

it('a put that endlessly meets others fails as retryable', async () => {
  statuses = Array.from({ length: 50 }, () => 409);
  await expect(put()).rejects.toMatchObject({ name: 'GatewayError', kind: 'unavailable' });
  expect(puts).toBeLessThan(10);
});

it.each([403, 507])('a put into a full bucket, answered with %i, reports that there is no space', async (status) => {
  statuses = Array.from({ length: 5 }, () => status);
  const error = await put().catch((thrown: unknown) => thrown);
  statuses = [];
  expect([isObjectsFull(error), error]).toEqual([true, expect.objectContaining({ kind: 'unavailable' })]);
});
