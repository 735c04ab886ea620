// Listings for sale: one port, implemented by MarketCheck's search API. Tests run the adapter against a local double of it.
export { createListings } from './marketcheck.ts';
export type { FeedListing, FeedPage, FeedQuery, ListingsGateway } from './port.ts';
