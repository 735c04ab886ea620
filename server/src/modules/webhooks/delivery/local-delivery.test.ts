import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createEndpointOf,
  deliver,
  givenEndpoint,
  givenInstitution,
  partnerEvent,
  publishEvents,
  useDelivering,
} from '../testing.ts';

const given = useDelivering({ WEBHOOK_ALLOW_LOCAL: '1' });

type Got = { readonly headers: Record<string, string>; readonly body: string };
let laptop: Server;
let port: number;
const got: Got[] = [];

beforeAll(async () => {
  laptop = createServer(async (request, response) => {
    got.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(204).end();
  });
  await once(laptop.listen(0, '127.0.0.1'), 'listening');
  port = (laptop.address() as AddressInfo).port;
});
afterAll(() => {
  laptop.closeAllConnections();
  laptop.close();
});

it('an endpoint on this machine gets signed deliveries with WEBHOOK_ALLOW_LOCAL, without TLS and on any port', async () => {
  const institution = await givenInstitution(given.current);
  const url = `http://localhost:${port}/hook`;
  const { secret } = await givenEndpoint(given.current, institution, { url, secret_kind: 'standard' });
  await publishEvents(given.current.harness, partnerEvent(institution));
  await deliver(given.current.harness);
  expect(got).toHaveLength(1);
  const [{ headers, body } = { headers: {} as Got['headers'], body: '' }] = got;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body));
});

it('every other non-public address is still refused with WEBHOOK_ALLOW_LOCAL', async () => {
  const institution = await givenInstitution(given.current);
  const refused = async (url: string) =>
    (await createEndpointOf(given.current, institution, { url, livemode: true })).body.issues?.[0]?.message;
  expect(await refused('http://hooks.example.com/')).toBe('must begin with https://');
  expect(await refused('http://127.0.0.2:3000/')).toBe('must begin with https://');
  for (const host of ['127.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', 'printer.local', '[::ffff:127.0.0.1]'])
    expect([host, await refused(`https://${host}/`)]).toEqual([host, 'must name a public host']);
  expect(await refused('https://hooks.example.com:8443/')).toBe('must be on port 443');
});
