import type { Ctx } from '#context';
import { createListings, type FeedQuery, type ListingsGateway } from '#gateways/listings';
import { feedNotConfigured } from '../errors.ts';
import { findZip } from '../zips/find-zip.ts';
import { readListing, type Listing } from '../listings/read-listing.ts';
import { stageListings } from '../listings/stage-listings.ts';
import type { Subject } from '../subject-rules.ts';
import { BadListing } from '../listings/listing-errors.ts';

const feedSource = 'marketcheck';

/** What the smallest plan of the feed allows. */
const radiusMiles = 100;
const pagesMax = 4;

type Fetch = {
  readonly subject: Pick<Subject, 'year' | 'make' | 'model' | 'trim' | 'zip' | 'state'>;
  readonly vin?: string;
};

type Fetched = {
  readonly found: number;
  readonly created: number;
  readonly updated: number;
  /** Listings of the feed that were invalid. */
  readonly bad: number;
};

/** One per process, because the calls of a process share a rate; all its contexts share the config. */
const gateways = new WeakMap<Ctx['config'], ListingsGateway>();

/** Asks the feed for vehicles like the subject and stores them; throws a GatewayError when it does not answer. */
export async function fetchListings(ctx: Ctx, { subject, vin }: Fetch): Promise<Fetched> {
  const gateway = gateways.get(ctx.config) ?? createListings(ctx.config);
  gateways.set(ctx.config, gateway);
  if (!gateway.configured) throw feedNotConfigured();
  const location = locationOf(subject);
  if (location === undefined) return { found: 0, created: 0, updated: 0, bad: 0 };
  const { year, make, model, trim } = subject;
  const query = { year, make, model, trim, place: location };
  const sameBuild = vin?.length === 17 ? `${vin.slice(0, 8)}${vin.slice(9, 11)}`.toUpperCase() : undefined;
  const byBuild =
    sameBuild === undefined ? undefined : await readPages(ctx, gateway, { ...query, taxonomyVin: sameBuild });
  const answer =
    byBuild !== undefined && byBuild.listings.length > 0
      ? byBuild
      : await readPages(ctx, gateway, { ...query, taxonomyVin: undefined });
  const merged = await stageListings(ctx, async (sink) => {
    for (const listing of answer.listings) await sink.add(listing);
  });
  return { found: answer.found, bad: answer.bad, ...merged };
}

function locationOf({ zip, state }: Fetch['subject']): FeedQuery['place'] | undefined {
  if (zip !== undefined && findZip(zip) !== undefined) return { zip: zip.slice(0, 5), radiusMiles };
  return state === undefined ? undefined : { state: state.toUpperCase() };
}

type Answer = { readonly found: number; readonly listings: readonly Listing[]; readonly bad: number };

async function readPages(ctx: Ctx, gateway: ListingsGateway, query: Omit<FeedQuery, 'start'>): Promise<Answer> {
  const origin = { source: feedSource, now: ctx.clock.now() };
  const listings: Listing[] = [];
  let [found, bad] = [0, 0];
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await gateway.search({ ...query, start: page * gateway.pageSize });
    found = answer.totalCount;
    for (const raw of answer.listings) {
      try {
        listings.push(readListing(raw, origin));
      } catch (error) {
        if (!(error instanceof BadListing)) throw error;
        bad += 1;
      }
    }
    if (answer.listings.length < gateway.pageSize) break;
  }
  return { found, listings, bad };
}
