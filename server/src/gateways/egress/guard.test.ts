import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { privateAddresses, privateUrls, publicAddresses } from '#test/http/private-addresses';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import type { Lookup } from './connector.ts';
import { createEgress } from './egress.ts';
import type { EgressGateway, PostOutcome } from './port.ts';

// The guard makes all connections with this function: no call means no connection.
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

type DialMap = Map<string, { host: string; port: number }>;

/** The clock for the age of TLS sessions. */
let clock = 0;

/** The guard as in production: a name is dialed only at its own address. */
function guard(lookup?: Lookup, webhookHostOverrides: DialMap = new Map()): EgressGateway {
  const settings = { webhookHostOverrides, webhookCaFile: receiver.caFile };
  const egress = createEgress(settings, { now: () => clock, ...(lookup && { lookup }) });
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

const localPort = () => Number(receiver.dial.split('=127.0.0.1:')[1]);

/** Directs the next connection to the receiver on this machine, whatever address was checked. */
async function redirectNextConnection(): Promise<void> {
  const actual = await vi.importActual<{ connect(options: ConnectionOptions): TLSSocket }>('node:tls');
  const redirected = (options: unknown) =>
    actual.connect({ ...(options as ConnectionOptions), host: '127.0.0.1', port: localPort() });
  vi.mocked(connect).mockImplementationOnce(redirected as typeof connect);
}

/** Makes the next connection wait forever for a response. */
function muteNextConnection(): void {
  vi.mocked(connect).mockImplementationOnce(() => {
    const socket = new EventEmitter();
    const destroy = (error?: Error) => error && socket.emit('error', error);
    return Object.assign(socket, { destroy }) as unknown as TLSSocket;
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

  it('a private address is not dialed by a name that the machine itself resolves', async () => {
    const outcome = await post(guard(), `https://localhost:${port}/`);
    expect([outcome.cause, outcome.address]).toEqual([notPublic, undefined]);
    expect([dialled(), connections]).toEqual([[], 0]);
  });

  it.each(privateAddresses)(
    'a private address is not dialed by a name that resolves to %s, alone or among public ones',
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

  it('nothing is dialed when a name has no address', async () => {
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

describe('dialing a host name', () => {
  it.each(publicAddresses)('a host name that resolves to %s is dialed there, under its own name', async (address) => {
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
    const { host } = receiver;
    await redirectNextConnection();
    const outcome = await post(
      guard(async () => ['93.184.215.14']),
      `https://${host}/`,
    );
    expect([outcome.status, outcome.cause]).toEqual([undefined, notPublic]);
    expect(dialled()).toEqual(['93.184.215.14']);
    expect(receiver.received).toEqual([]);
  });
});

describe('a host name with a TLS session', () => {
  let dialMap: DialMap;

  /** A guard that has reached the receiver once, by the dial map. */
  async function guardWithSession(lookup?: Lookup): Promise<EgressGateway> {
    clock = 0;
    dialMap = new Map([[receiver.host, { host: '127.0.0.1', port: localPort() }]]);
    const egress = guard(lookup, dialMap);
    receiver.answer((_request, response) => response.writeHead(204, { connection: 'close' }).end());
    expect((await post(egress, `https://${receiver.host}/`)).status).toBe(204);
    receiver.received.length = 0;
    vi.mocked(connect).mockClear();
    return egress;
  }

  /** Some servers send a session with each connection; this one does so only after a full handshake. */
  function sendSession(): void {
    const [made] = vi.mocked(connect).mock.results as { value: TLSSocket }[];
    made?.value.emit('session', Buffer.from(offered()[0] ?? ''));
  }

  const offered = () => vi.mocked(connect).mock.calls.map(([options]) => (options as ConnectionOptions).session);

  it.each([[['10.0.0.1']], [['93.184.215.14', '127.0.0.1']]])(
    'a host name with a session is not dialed when it resolves to %s',
    async (addresses) => {
      const egress = await guardWithSession(async () => addresses);
      dialMap.clear();
      expect((await post(egress, `https://${receiver.host}/`)).cause).toBe(notPublic);
      expect(dialled()).toEqual([]);
    },
  );

  it('is sent nothing when the connection turns out to end at a private address', async () => {
    const egress = await guardWithSession(async () => ['93.184.215.14']);
    dialMap.clear();
    await redirectNextConnection();
    expect((await post(egress, `https://${receiver.host}/`)).cause).toBe(notPublic);
    expect([dialled(), offered()]).toEqual([['93.184.215.14'], [expect.any(Buffer)]]);
    expect(receiver.received).toEqual([]);
    sendSession();
    await redirectNextConnection();
    await post(egress, `https://${receiver.host}/`);
    expect(offered()).toEqual([expect.any(Buffer), undefined]);
  });

  it('a session is not used for another name, whose certificate would not be checked', async () => {
    const egress = await guardWithSession();
    dialMap.set('other.example.com', { host: '127.0.0.1', port: localPort() });
    const { cause } = await post(egress, 'https://other.example.com/');
    expect([cause, offered()]).toEqual(['the certificate is for another name', [undefined]]);
    await post(egress, `https://${receiver.host}/`);
    expect(offered()).toEqual([undefined, expect.any(Buffer)]);
  });

  it('a certificate is verified again after ten minutes, even if a resumed connection brought a newer session', async () => {
    const egress = await guardWithSession();
    clock = 9 * 60_000;
    await post(egress, `https://${receiver.host}/`);
    sendSession();
    await post(egress, `https://${receiver.host}/`);
    clock = 10 * 60_000;
    await post(egress, `https://${receiver.host}/`);
    expect(offered()).toEqual([expect.any(Buffer), expect.any(Buffer), undefined]);
  });
});

describe('the deadline of an attempt', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    return () => vi.useRealTimers();
  });

  /** The attempt's outcome and its time; undefined if it has not ended after ten seconds. */
  async function outcomeOf(lookup: Lookup): Promise<[cause: string, durationMs: number] | undefined> {
    let ended: PostOutcome | undefined;
    const attempt = async () => {
      ended = await post(guard(lookup), 'https://slow.example.com/');
    };
    void attempt();
    await vi.advanceTimersByTimeAsync(10_000);
    return ended && [ended.cause, ended.durationMs];
  }

  it('the deadline counts from the name lookup, which may never end', async () => {
    const never = new Promise<string[]>(() => undefined);
    expect(await outcomeOf(() => never)).toEqual(['the host name does not resolve at the moment', 9_500]);
    expect(dialled()).toEqual([]);
  });

  it('the deadline leaves the connection the time that the lookup did not use', async () => {
    muteNextConnection();
    const slow: Lookup = () => new Promise((resolve) => setTimeout(() => resolve(['93.184.215.14']), 9_000));
    expect(await outcomeOf(slow)).toEqual(['no connection in time', 9_500]);
    expect(dialled()).toEqual(['93.184.215.14']);
  });
});
