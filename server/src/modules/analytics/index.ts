// Owns no table: savings and spend, put together from what other modules count.
// Promises amounts in whole cents, and that a figure counts by the moment of its milestone.
export { getAnalytics } from './get-analytics.ts';
