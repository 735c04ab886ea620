import { AppError } from '#platform/errors';

/** A snapshot of a method that this version does not have. */
export const methodUnknown = (method: string): Error => new Error(`no method ${method} to compute a snapshot by`);

export const syntheticInProduction = (): AppError =>
  new AppError('synthetic_in_production', 'Synthetic listings are not made in production.', { status: 409 });

export const feedNotConfigured = (): AppError =>
  new AppError('feed_not_configured', 'No listings feed is configured: set MARKETCHECK_API_KEY.', { status: 409 });
