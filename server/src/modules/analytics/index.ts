// Owns no table: savings and spend, computed from what other modules count.
// Promises amounts in whole cents, and that a milestone counts in the month in which it happened.
export { getAnalytics } from './analytics.ts';
export { getLenderAnalytics } from './analytics.ts';
