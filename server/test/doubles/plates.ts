import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestSettings } from '#test/fixtures/test-settings';

/**
 * How the provider treats the next requests: returns a VIN; waits until released; is rate limited; fails; cuts the
 * connection; returns something that is not its API; returns no VIN; sends an endless response; rejects the plate.
 */
export type PlateMood =
  | 'answer'
  | 'hold'
  | 'too many'
  | 'broken'
  | 'cut off'
  | 'not the api'
  | 'without vin'
  | 'endless'
  | 'refuse';

type PlateProvider = 'platetovin' | 'auto.dev';

export type PlateDouble = {
  /** Settings that make the service use it. */
  readonly env: TestSettings;
  /** Requested plates, as STATE/PLATE. */
  readonly asked: readonly string[];
  /** Registers a plate with its VIN. */
  know(state: string, plate: string, vin: string): void;
  behave(mood: PlateMood): void;
  /** Releases the delayed requests. */
  goOn(): void;
  close(): Promise<void>;
};

const key = 'synthetic-plate-key';

/** One provider's lookup, as its public clients call it; it rejects invalid requests. */
export async function startPlates(provider: PlateProvider): Promise<PlateDouble> {
  const known = new Map<string, string>();
  const asked: string[] = [];
  const held: (() => void)[] = [];
  let mood: PlateMood = 'answer';
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const plate = await readQuestion(provider, request);
    if (plate === undefined) return send(response, 401, { error: 'bad request or key' });
    asked.push(plate);
    if (mood === 'hold') await new Promise<void>((resolve) => held.push(resolve));
    return play(provider, { request, response, mood, vin: known.get(plate) });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    env: { PLATE_PROVIDER: provider, PLATE_API_KEY: key, plateApiUrl: `http://127.0.0.1:${port}` },
    asked,
    know: (state, plate, vin) => void known.set(`${state}/${plate}`, vin),
    behave: (next) => {
      mood = next;
    },
    goOn: () => held.splice(0).forEach((resume) => resume()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns STATE/PLATE, or undefined if the request is not as the provider requires. */
async function readQuestion(provider: PlateProvider, request: IncomingMessage): Promise<string | undefined> {
  const { method, url = '', headers } = request;
  const body = await text(request);
  if (provider === 'auto.dev') {
    const [, state, plate] = /^\/plate\/([A-Z]{2})\/([A-Z0-9]{1,8})$/.exec(url) ?? [];
    const right = method === 'GET' && headers.authorization === `Bearer ${key}` && body === '';
    return right && state !== undefined ? `${state}/${plate}` : undefined;
  }
  const right = method === 'POST' && url === '/api/convert' && headers.authorization === key;
  if (!right || headers['content-type'] !== 'application/json') return undefined;
  const { plate, state, ...more } = JSON.parse(body) as Record<string, unknown>;
  return Object.keys(more).length === 0 ? `${String(state)}/${String(plate)}` : undefined;
}

type Scene = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mood: PlateMood;
  readonly vin: string | undefined;
};

function play(provider: PlateProvider, { request, response, mood, vin }: Scene): void {
  switch (mood) {
    case 'too many':
      return send(response, 429, { error: 'slow down' });
    case 'broken':
      return send(response, 500, { error: 'internal' });
    case 'refuse':
      return send(response, 400, { error: 'invalid plate' });
    case 'cut off':
      return void request.socket.destroy();
    case 'not the api':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
    case 'without vin':
      return send(response, 200, { success: true, vin: { year: '2003' } });
    case 'endless':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(200_000)}"`);
    case 'answer':
    case 'hold':
      if (vin === undefined) return send(response, 404, { success: false });
      return send(response, 200, provider === 'auto.dev' ? { vin, make: 'Honda' } : { success: true, vin: { vin } });
  }
}

const send = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
