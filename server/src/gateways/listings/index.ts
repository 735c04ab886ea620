// Listings for sale: one port, MarketCheck's search API behind it. Tests run the adapter against a local double of it.
export { createListings } from './marketcheck.ts';
export type { FeedListing, FeedPage, FeedQuery, ListingsGateway } from './port.ts';
