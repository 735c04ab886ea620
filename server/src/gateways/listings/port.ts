/** A search of the feed: vehicles of the same build, or of a year, make and model, around a location. */
export type FeedQuery = {
  /** Characters 1 to 8, 10 and 11 of a VIN: the same build. */
  readonly taxonomyVin: string | undefined;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | undefined;
  readonly place: { readonly zip: string; readonly radiusMiles: number } | { readonly state: string };
  /** The offset of the first listing, for paging. */
  readonly start: number;
};

/** A listing with the members of our listing files; its values are validated when it is stored. */
export type FeedListing = Readonly<Record<string, unknown>>;

export type FeedPage = { readonly totalCount: number; readonly listings: readonly FeedListing[] };

export type ListingsGateway = {
  /** False when no key is configured; then searching is not possible. */
  readonly configured: boolean;
  /** The maximum number of listings per page. */
  readonly pageSize: number;
  /** One page; throws a GatewayError when the feed refuses, is unavailable, or returns something invalid. */
  search(query: FeedQuery): Promise<FeedPage>;
};
