import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isLocalUrl } from '#lib/network/local-host';
import { privateAddresses, privateUrls } from '#test/http/private-addresses';
import type { Lookup } from './connector.ts';
import { createEgress } from './egress.ts';
import type { EgressGateway } from './port.ts';

const notPublic = 'the host name leads to an address that is not public';
const notHere = 'the host name leads to an address that is not this machine';

let server: Server;
let port: number;
const bodies: string[] = [];
let opened: EgressGateway[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const egress of opened) await egress.close();
  opened = [];
  bodies.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function egressWith(webhookAllowLocal: boolean, lookup?: Lookup): EgressGateway {
  const settings = { webhookHostOverrides: new Map(), webhookCaFile: undefined, webhookAllowLocal };
  const egress = createEgress(settings, lookup === undefined ? {} : { lookup });
  opened.push(egress);
  return egress;
}

const post = (egress: EgressGateway, url: string) => egress.post({ url, headers: {}, body: '{"synthetic":true}' });

describe('a receiver on this machine', () => {
  it('a local receiver is reached without TLS where that is allowed, by its name and by its address', async () => {
    const egress = egressWith(true);
    for (const host of ['localhost', '127.0.0.1']) {
      const outcome = await post(egress, `http://${host}:${port}/hook`);
      expect([outcome.status, outcome.address]).toEqual([204, '127.0.0.1']);
    }
    expect(bodies).toEqual(['{"synthetic":true}', '{"synthetic":true}']);
  });

  it('a local receiver is found when it listens on only one of IPv4 and IPv6', async () => {
    const egress = egressWith(true, async () => ['::1', '127.0.0.1']);
    expect((await post(egress, `http://localhost:${port}/`)).status).toBe(204);
  });

  it('a local receiver is not reached where that is not allowed, and nothing else is reached without TLS', async () => {
    for (const url of [`http://localhost:${port}/`, `http://127.0.0.1:${port}/`, `http://[::1]:${port}/`])
      expect((await post(egressWith(false), url)).cause).toBe('the address is not https');
    expect((await post(egressWith(true), 'http://hooks.example.com/')).cause).toBe('the address is not https');
    expect(bodies).toEqual([]);
  });

  it('a hosts file cannot make another machine count as local', async () => {
    for (const address of privateAddresses.filter((one) => !['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(one))) {
      const egress = egressWith(true, async () => ['127.0.0.1', address]);
      expect([address, (await post(egress, `http://localhost:${port}/`)).cause]).toEqual([address, notHere]);
    }
    expect(
      (
        await post(
          egressWith(true, async () => []),
          `http://localhost:${port}/`,
        )
      ).cause,
    ).toBe(notHere);
  });

  it('opens no other address that is not public, in any spelling', async () => {
    const egress = egressWith(true);
    const others = privateUrls(port).filter((url) => URL.canParse(url) && !isThisMachine(url));
    expect(others.length).toBeGreaterThan(1_000);
    const outcomes = await Promise.all(others.map(async (url) => ({ url, ...(await post(egress, url)) })));
    expect(outcomes.filter(({ status, cause }) => status !== undefined || cause !== notPublic)).toEqual([]);
    const rebinding = egressWith(true, async () => ['127.0.0.1']);
    expect((await post(rebinding, `https://rebinding.example.com:${port}/`)).cause).toBe(notPublic);
    expect(bodies).toEqual([]);
  });

  it('a local receiver is never sent a request whose complete response is returned', async () => {
    const ask = egressWith(true).ask({ method: 'GET', url: `https://localhost:${port}/`, headers: {} });
    await expect(ask).rejects.toThrow('it is an address that is not public');
  });
});

/** Whether a URL with a number as its host means this machine. */
const isThisMachine = (url: string): boolean => {
  const { protocol, host } = new URL(url);
  return isLocalUrl(`${protocol}//${host}/`);
};
