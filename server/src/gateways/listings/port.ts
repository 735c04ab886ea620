/** A search of the feed: vehicles of the same build, or of a year, make and model, around a location. */
export type FeedQuery = {
  /** The first eight characters of a VIN and its tenth and eleventh: the same build. */
  readonly taxonomyVin: string | undefined;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | undefined;
  readonly place: { readonly zip: string; readonly radiusMiles: number } | { readonly state: string };
  /** Offset of the first one, for pages. */
  readonly start: number;
};

/** A listing by the members of our own files; its values are validated when it is stored. */
export type FeedListing = Readonly<Record<string, unknown>>;

export type FeedPage = { readonly totalCount: number; readonly listings: readonly FeedListing[] };

export type ListingsGateway = {
  /** False when no key is configured; then nothing can be searched. */
  readonly configured: boolean;
  /** The most listings of a page. */
  readonly pageSize: number;
  /** One page; throws a GatewayError when the feed refuses, is unavailable, or answers something else. */
  search(query: FeedQuery): Promise<FeedPage>;
};
