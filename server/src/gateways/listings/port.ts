/** What is asked of the feed: vehicles built alike, or of a year, make and model, around a place. */
export type FeedQuery = {
  /** The eight first characters of a VIN and its tenth and eleventh: the same build. */
  readonly taxonomyVin: string | undefined;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | undefined;
  readonly place: { readonly zip: string; readonly radiusMiles: number } | { readonly state: string };
  /** From the first one on, for pages. */
  readonly start: number;
};

/** A listing by the members that our own files use; what they hold is judged by whoever stores it. */
export type FeedListing = Readonly<Record<string, unknown>>;

export type FeedPage = { readonly found: number; readonly listings: readonly FeedListing[] };

export type ListingsGateway = {
  /** False when no key is set; then nothing can be asked. */
  readonly configured: boolean;
  /** How many listings a page has at most. */
  readonly pageSize: number;
  /** One page; throws a GatewayError when the feed refuses, is not there, or answers something else. */
  search(query: FeedQuery): Promise<FeedPage>;
};
