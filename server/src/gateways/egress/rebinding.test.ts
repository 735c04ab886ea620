import { once } from 'node:events';
import { createServer, isIP, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNameServer, type NameServer } from '#test/doubles/name-server';
import { privateAddresses } from '#test/http/private-addresses';
import { createEgress } from './egress.ts';
import type { EgressGateway } from './port.ts';
import { createLookup } from './resolve-name.ts';

const notPublic = 'the host name leads to an address that is not public';
const [public4, public6] = ['93.184.215.14', '2606:4700:4700::1111'];
/** Addresses that a DNS record can hold. */
const addresses = privateAddresses.filter((address) => isIP(address) !== 0 && !address.includes('%'));

/** Answers of a hostile name server that tries to direct a request to a private address. */
const attacks: Record<string, (address: string) => readonly string[]> = {
  alone: (address) => [address],
  'among public ones': (address) => [public4, address, public6],
  'behind other names': (address) => ['a.evil.example.com', 'b.evil.example.com', address],
  'after thirty public ones': (address) => [...Array.from({ length: 30 }, (_, last) => `93.184.216.${last}`), address],
  'of the other family': (address) => [isIP(address) === 4 ? public6 : public4, address],
};
const names = Object.keys(attacks).flatMap((attack, row) =>
  addresses.map((address, column) => ({ attack, address, name: `x${row}-${column}.evil.example.com` })),
);

const listener = createServer((socket) => socket.destroy());
let connections = 0;
listener.on('connection', () => {
  connections += 1;
});
let nameServer: NameServer;
let egress: EgressGateway;

beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  nameServer = await startNameServer({
    ...Object.fromEntries(names.map(({ name, attack, address }) => [name, () => attacks[attack]?.(address) ?? []])),
    ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`never${index}.example.com`, () => 'no answer'])),
    'good.example.com': () => [public4],
    'turning.example.com': (asked) => (asked === 0 ? [public4] : ['127.0.0.1']),
    'circle.example.com': () => ['circle.example.com'],
    'local.example.com': () => ['localhost'],
    'empty.example.com': () => [],
  });
  const settings = { webhookHostOverrides: new Map(), webhookCaFile: undefined };
  egress = createEgress(settings, { lookup: createLookup([nameServer.address]) });
});
afterAll(async () => {
  await egress.close();
  nameServer.close();
  listener.close();
});

const urlOf = (name: string): string => `https://${name}:${(listener.address() as AddressInfo).port}/`;
const post = (name: string) => egress.post({ url: urlOf(name), headers: {}, body: '{}' });

const atOnce = 20;

describe('a hostile name server', () => {
  it('a hostile name server directs no request to a private address, whatever other addresses it returns', async () => {
    const outcomes = [];
    // A busy machine answers hundreds of concurrent queries too late.
    for (let at = 0; at < names.length; at += atOnce)
      outcomes.push(
        ...(await Promise.all(
          names.slice(at, at + atOnce).map(async (one) => ({ ...one, cause: (await post(one.name)).cause })),
        )),
      );
    expect(outcomes.filter(({ cause }) => cause !== notPublic)).toEqual([]);
    expect([names.length > 200, connections]).toEqual([true, 0]);
  });

  it('a name is resolved again for each connection, and the new answer is checked', async () => {
    const lookup = createLookup([nameServer.address]);
    expect(await lookup('turning.example.com')).toEqual([public4]);
    expect([(await post('turning.example.com')).cause, connections]).toEqual([notPublic, 0]);
  });

  it('a name that points to itself, to this machine or to nothing does not resolve', async () => {
    for (const name of ['circle.example.com', 'local.example.com', 'empty.example.com', 'unknown.example.com'])
      expect([name, (await post(name)).cause]).toEqual([name, expect.stringContaining('does not resolve')]);
  });

  it('a silent name server delays no other lookup', async () => {
    const never = Promise.all(Array.from({ length: 100 }, (_, index) => post(`never${index}.example.com`)));
    const startedAt = performance.now();
    expect(await createLookup([nameServer.address])('good.example.com')).toEqual([public4]);
    // The system's resolver would have taken minutes.
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(new Set((await never).map(({ cause }) => cause))).toEqual(
      new Set(['the host name does not resolve at the moment']),
    );
  });
});
