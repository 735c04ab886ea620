import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { privateAddresses, privateUrls, publicAddresses } from '#test/http/private-addresses';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import type { Lookup } from './connector.ts';
import { createEgress } from './egress.ts';
import type { EgressGateway, PostOutcome } from './port.ts';

// The guard makes every connection with this function: no call means no connection.
vi.mock(import('node:tls'), { spy: true });

const notPublic = 'the host name leads to an address that is not public';
const listener = createServer((socket) => socket.destroy());
let connections = 0;
listener.on('connection', () => {
  connections += 1;
});
let port: number;
let receiver: Receiver;
let receipt: EgressGateway[] = [];

beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  receiver = await startReceiver();
});

afterEach(async () => {
  for (const egress of receipt) await egress.close();
  receipt = [];
  vi.mocked(connect).mockClear();
});

afterAll(async () => {
  listener.close();
  await receiver.close();
});

/** The guard as in production: a name is dialed at its own address and nowhere else. */
function guard(lookup?: Lookup): EgressGateway {
  const settings = { webhookDialMap: new Map(), webhookCaFile: receiver.caFile };
  const egress = createEgress(settings, lookup === undefined ? {} : { lookup });
  receipt.push(egress);
  return egress;
}

const post = (egress: EgressGateway, url: string): Promise<PostOutcome> =>
  egress.post({ url, headers: {}, body: '{}' });

const dialled = () => vi.mocked(connect).mock.calls.map(([options]) => (options as ConnectionOptions).host);

/** Makes the next connection fail as refused, without a network. */
function refuseNextConnection(): void {
  vi.mocked(connect).mockImplementationOnce(() => {
    const socket = Object.assign(new EventEmitter(), { destroy: () => undefined });
    setImmediate(() => socket.emit('error', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
    return socket as unknown as TLSSocket;
  });
}

describe('an address that is not public', () => {
  it('is not dialled in any of its spellings', async () => {
    const egress = guard();
    const urls = privateUrls(port).filter((url) => URL.canParse(url));
    expect(urls.length).toBeGreaterThan(1_500);
    const outcomes = await Promise.all(urls.map(async (url) => ({ url, ...(await post(egress, url)) })));
    expect(outcomes.filter(({ status, cause }) => status !== undefined || cause !== notPublic)).toEqual([]);
    expect([dialled(), connections]).toEqual([[], 0]);
  });

  it('is not dialled by a name that the machine itself knows', async () => {
    const outcome = await post(guard(), `https://localhost:${port}/`);
    expect([outcome.cause, outcome.address]).toEqual([notPublic, undefined]);
    expect([dialled(), connections]).toEqual([[], 0]);
  });

  it.each(privateAddresses)(
    'is not dialled by a name that leads to %s, alone or among public ones',
    async (address) => {
      const answers: Record<string, string[]> = {
        'alone.example.com': [address],
        'first.example.com': [address, '8.8.8.8'],
        'last.example.com': ['8.8.8.8', '2606:4700:4700::1111', address],
      };
      const egress = guard(async (name) => answers[name] ?? []);
      for (const name of Object.keys(answers)) {
        expect((await post(egress, `https://${name}:${port}/`)).cause).toBe(notPublic);
      }
      expect(dialled()).toEqual([]);
    },
  );

  it('is not dialled because there is no address at all', async () => {
    expect(
      (
        await post(
          guard(async () => []),
          'https://empty.example.com/',
        )
      ).cause,
    ).toBe(notPublic);
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    const outcome = await post(
      guard(() => Promise.reject(unknown)),
      'https://unknown.example.com/',
    );
    expect(outcome.cause).toBe('the host name does not resolve');
    expect(dialled()).toEqual([]);
  });
});

describe('a host name', () => {
  it.each(publicAddresses)('that resolves to %s is dialed there, under its own name', async (address) => {
    refuseNextConnection();
    const outcome = await post(
      guard(async () => [address]),
      'https://hooks.example.com/',
    );
    expect(outcome.cause).toBe('the connection was refused');
    const [options] = vi.mocked(connect).mock.calls[0] as unknown as [ConnectionOptions];
    expect(options).toMatchObject({ host: address, port: 443, servername: 'hooks.example.com' });
  });

  it('is asked for once per connection, and what was looked at is what is dialled', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    let asked = 0;
    const egress = guard(async () => answers[asked++] ?? []);
    refuseNextConnection();
    const first = await post(egress, `https://rebinding.example.com:${port}/`);
    expect([first.cause, asked, dialled()]).toEqual(['the connection was refused', 1, ['93.184.215.14']]);
    const second = await post(egress, `https://rebinding.example.com:${port}/`);
    expect([second.cause, asked, dialled()]).toEqual([notPublic, 2, ['93.184.215.14']]);
    expect(connections).toBe(0);
  });

  it('is sent nothing when the connection turns out to end at a private address', async () => {
    const actual = await vi.importActual<{ connect(options: ConnectionOptions): TLSSocket }>('node:tls');
    const [host, local] = receiver.dial.split('=127.0.0.1:');
    const redirected = (options: unknown) =>
      actual.connect({ ...(options as ConnectionOptions), host: '127.0.0.1', port: Number(local) });
    vi.mocked(connect).mockImplementationOnce(redirected as typeof connect);
    const outcome = await post(
      guard(async () => ['93.184.215.14']),
      `https://${host}/`,
    );
    expect([outcome.status, outcome.cause]).toEqual([undefined, notPublic]);
    expect(dialled()).toEqual(['93.184.215.14']);
    expect(receiver.received).toEqual([]);
  });
});
