import { setTimeout as pause } from 'node:timers/promises';
import type { Config, MarketcheckConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { FeedListing, FeedPage, FeedQuery, ListingsGateway } from './port.ts';

const timeoutMs = 10_000;
/** The maximum that the API returns per request. */
const pageSize = 50;
/** The API allows five calls a second. */
const spacingMs = 200;
/** Fifty complete listings have a quarter of this. */
const answerBytesMax = 4_194_304;

export function createListings(config: Pick<Config, 'marketcheck'>): ListingsGateway {
  const { marketcheck } = config;
  if (marketcheck === undefined) {
    return {
      configured: false,
      pageSize,
      search: async () => {
        throw new GatewayError('unavailable', 'no listings feed is configured');
      },
    };
  }
  const turn = spaceRequests(spacingMs);
  return {
    configured: true,
    pageSize,
    async search(query) {
      await turn();
      return search(marketcheck, query);
    },
  };
}

/** Lets requests through one by one, at least this far apart. */
function spaceRequests(apartMs: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + apartMs;
    if (at > now) await pause(at - now);
  };
}

async function search({ apiUrl, apiKey }: MarketcheckConfig, query: FeedQuery): Promise<FeedPage> {
  const url = new URL('/v2/search/car/active', apiUrl);
  url.search = new URLSearchParams({ api_key: apiKey.reveal(), ...toParameters(query) }).toString();
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    // Without the cause: the failed URL contains the key.
    throw new GatewayError('unavailable', 'the listings feed did not answer');
  });
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined);
    throw refusal(response.status);
  }
  return readPage(await readJson(response));
}

function toParameters({ taxonomyVin, year, make, model, trim, place, start }: FeedQuery): Record<string, string> {
  const which =
    taxonomyVin === undefined
      ? { ymmt: [year, make, model, ...(trim === undefined ? [] : [trim])].join('|') }
      : { taxonomy_vins: taxonomyVin };
  const where = 'zip' in place ? { zip: place.zip, radius: String(place.radiusMiles) } : { state: place.state };
  return {
    car_type: 'used',
    country: 'us',
    ...which,
    ...where,
    ...('zip' in place ? { sort_by: 'distance', sort_order: 'asc' } : {}),
    rows: String(pageSize),
    start: String(start),
  };
}

/** 429 and 5xx are retryable, and 401 and 403 once our key is right; any other refusal is about this search. */
function refusal(status: number): GatewayError {
  const passing = status === 401 || status === 403 || status === 429 || status >= 500;
  return new GatewayError(passing ? 'unavailable' : 'refused', 'the listings feed refused', { responseCode: status });
}

async function readJson(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      if (bytes > answerBytesMax) break;
      pieces.push(piece);
    }
  } catch {
    throw new GatewayError('unavailable', 'the listings feed broke off');
  }
  if (bytes > answerBytesMax) throw new GatewayError('malformed', 'the listings feed answered too much');
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw new GatewayError('malformed', 'the listings feed answered no JSON');
  }
}

function readPage(answer: unknown): FeedPage {
  const { num_found: found, listings } = membersOf(answer);
  if (typeof found !== 'number' || !Array.isArray(listings))
    throw new GatewayError('malformed', 'the listings feed answered no page');
  return { totalCount: found, listings: listings.slice(0, pageSize).map(toListing) };
}

/** Uses the members of our listing files; values are validated when a listing is stored. */
function toListing(answer: unknown): FeedListing {
  const listing = membersOf(answer);
  const [build, dealer] = [membersOf(listing['build']), membersOf(listing['dealer'])];
  return {
    id: listing['id'],
    vin: listing['vin'],
    year: build['year'],
    make: build['make'],
    model: build['model'],
    trim: build['trim'],
    fuel: build['fuel_type'],
    body: build['body_type'],
    drive: build['drivetrain'],
    price: listing['price'],
    miles: listing['miles'],
    branded: listing['carfax_clean_title'] === false,
    zip: dealer['zip'],
    state: dealer['state'],
    latitude: dealer['latitude'],
    longitude: dealer['longitude'],
    dealer: dealer['name'],
    url: listing['vdp_url'],
    first_seen_at: listing['first_seen_at'],
    last_seen_at: listing['last_seen_at'],
  };
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
