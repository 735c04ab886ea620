import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import type { TestSettings } from '#test/fixtures/test-settings';
import { startHarness, type Harness } from '#test/harness';

/** How the feed treats the next searches. */
export type MarketcheckMood =
  | 'answer'
  | 'wrong key'
  | 'too many'
  | 'broken'
  | 'refuse'
  | 'cut off'
  | 'silent'
  | 'not json'
  | 'not a page'
  | 'too much'
  | 'no builds';

type Marketcheck = {
  /** Settings that make the service use it. */
  readonly env: TestSettings;
  /** The parameters of every search, without the key. */
  readonly searches: readonly Readonly<Record<string, string>>[];
  /** The arrival time of each search. */
  readonly times: readonly number[];
  behave(mood: MarketcheckMood): void;
  /** The listings it returns from now on. */
  offer(listings: readonly unknown[]): void;
  close(): Promise<void>;
};

const apiKey = 'synthetic-marketcheck-key';

/** The members that MarketCheck documents for a listing of its search. */
export const feedListing = (index: number, changes: object = {}): object => ({
  id: `1HG-${index}-synthetic`,
  vin: `SYNTHETIC${String(index).padStart(8, '0')}`,
  heading: '2019 Honda Accord EX',
  price: 20_000 + index,
  miles: 40_000 + index * 100,
  msrp: 0,
  dom: 12,
  dom_active: 12,
  dist: 3.5,
  seller_type: 'dealer',
  inventory_type: 'used',
  carfax_1_owner: true,
  carfax_clean_title: true,
  first_seen_at: 1_793_000_000,
  last_seen_at: 1_794_600_000,
  vdp_url: 'https://dealer.example.com/1',
  build: { year: 2019, make: 'Honda', model: 'Accord', trim: 'EX', drivetrain: 'FWD', transmission: 'CVT' },
  dealer: {
    id: 1,
    name: 'Synthetic Motors',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    latitude: '30.2706',
    longitude: '-97.7426',
  },
  ...changes,
});

/** The part of MarketCheck's API that the service uses; it rejects invalid requests. */
async function startMarketcheck(): Promise<Marketcheck> {
  const searches: Record<string, string>[] = [];
  const times: number[] = [];
  let mood: MarketcheckMood = 'answer';
  let listings: readonly unknown[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://feed.test');
    const { api_key: key, ...parameters } = Object.fromEntries(url.searchParams);
    times.push(performance.now());
    searches.push(parameters);
    const problem = problemWith(request, url, parameters);
    if (problem !== undefined) return send(response, 422, { message: problem });
    if (key !== apiKey || mood === 'wrong key') return send(response, 401, { message: 'Unauthorized' });
    answer(response, { mood, parameters, listings });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    env: { MARKETCHECK_API_KEY: apiKey, marketcheckApiUrl: `http://127.0.0.1:${port}` },
    searches,
    times,
    behave: (next) => {
      mood = next;
    },
    offer: (next) => {
      listings = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Asked = {
  readonly mood: MarketcheckMood;
  readonly parameters: Readonly<Record<string, string>>;
  readonly listings: readonly unknown[];
};

function answer(response: ServerResponse, { mood, parameters, listings }: Asked): void {
  switch (mood) {
    case 'too many':
      return send(response, 429, { message: 'Too Many Requests' });
    case 'broken':
      return send(response, 500, { message: 'Internal Server Error' });
    case 'refuse':
      return send(response, 422, { message: 'Invalid parameter' });
    case 'cut off':
      return void response.socket?.destroy();
    case 'silent':
      return undefined;
    case 'not json':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');
    case 'not a page':
      return send(response, 200, { num_found: '12', listings: {} });
    case 'too much':
      return void response.writeHead(200).end(`{"num_found":1,"listings":["${'x'.repeat(5_000_000)}"]}`);
    default: {
      const start = Number(parameters['start']);
      const found = mood === 'no builds' && 'taxonomy_vins' in parameters ? [] : listings;
      return send(response, 200, { num_found: found.length, listings: found.slice(start, start + 50) });
    }
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const known = new Set([
  'car_type',
  'country',
  'taxonomy_vins',
  'ymmt',
  'zip',
  'radius',
  'state',
  'sort_by',
  'sort_order',
  'rows',
  'start',
]);

/** Returns the fault for which MarketCheck would reject a search. */
function problemWith(request: IncomingMessage, url: URL, parameters: Record<string, string>): string | undefined {
  if (request.method !== 'GET' || url.pathname !== '/v2/search/car/active') return 'not found';
  const names = [...url.searchParams.keys()];
  if (names.length !== new Set(names).size) return 'a parameter is repeated';
  if (Object.keys(parameters).some((name) => !known.has(name))) return 'a parameter is unknown';
  const { taxonomy_vins: build, ymmt, zip, radius, state, rows, start } = parameters;
  if ((build === undefined) === (ymmt === undefined)) return 'taxonomy_vins or ymmt';
  if (build !== undefined && !/^[A-HJ-NPR-Z0-9]{10}$/.test(build)) return 'taxonomy_vins';
  if (ymmt !== undefined && !/^\d{4}\|[^|]+\|[^|]+(\|[^|]+)?$/.test(ymmt)) return 'ymmt';
  if ((zip === undefined) === (state === undefined)) return 'zip or state';
  if (zip !== undefined && !(/^\d{5}$/.test(zip) && Number(radius) > 0 && Number(radius) <= 100)) return 'radius';
  return Number(rows) <= 50 && /^\d+$/.test(start ?? '') ? undefined : 'rows or start';
}

type FeedHarness = { readonly harness: Harness; readonly feed: Marketcheck };

/** The harness for a test file, with the MarketCheck double behind its listings. */
export function useFeedHarness(env: TestSettings = {}): { readonly current: FeedHarness } {
  let both: FeedHarness | undefined;
  beforeAll(async () => {
    const feed = await startMarketcheck();
    both = { feed, harness: await startHarness({ ...feed.env, ...env }) };
  });
  afterAll(async () => {
    await both?.harness.close();
    await both?.feed.close();
  });
  return {
    get current() {
      if (both === undefined) throw new Error('the harness is not started yet');
      return both;
    },
  };
}
