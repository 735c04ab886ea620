import type { Ctx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import { GatewayError } from '#platform/errors';
import { hasDailyLeft, spendDaily } from '#platform/limits';
import { fetchListings } from './fetch-listings.ts';
import type { Subject } from '../subject-rules.ts';
import { claimWanted, deleteWanted, updateAnswered, type ClaimedWanted } from './wanted-store.ts';

/** Each may take four calls, and five a second are allowed. */
const wantedPerTurn = 5;
const tryAgainHours = 1;
const answerHoldsHours = 24;
/** A search that the daily budget has not reached for this long is no longer of interest. */
const wantedDays = 7;
/** Hourly attempts before a search is given up for a day. */
const attemptsMax = 6;

/** Asks the feed for what searches found little of; returns how many were asked for. */
export async function fetchWanted(ctx: Ctx, limit: number): Promise<number> {
  const feed = ctx.config.marketcheck;
  if (feed === undefined) return 0;
  const now = ctx.clock.now();
  const old = { answeredUntil: addHours(now, -answerHoldsHours), dueUntil: addDays(now, -wantedDays) };
  await deleteWanted(ctx.db, old, limit);
  const budget = { name: 'market.feed', perDay: feed.perDay };
  if (!(await hasDailyLeft(ctx, budget))) return 0;
  const claim = { limit: Math.min(limit, wantedPerTurn), again: addHours(now, tryAgainHours) };
  const claimed = await claimWanted(ctx.db, now, claim);
  for (const wanted of claimed) {
    if (await spendDaily(ctx, budget)) await fetchOne(ctx, wanted);
  }
  return claimed.length;
}

async function fetchOne(ctx: Ctx, wanted: ClaimedWanted): Promise<void> {
  const { trim, zip, state, make = '', model = '' } = wanted.subject;
  const subject: Pick<Subject, 'year' | 'make' | 'model' | 'trim' | 'zip' | 'state'> = {
    year: wanted.year,
    make,
    model,
    trim,
    zip,
    state,
  };
  try {
    const { found, created, updated, bad } = await fetchListings(ctx, { subject });
    ctx.log.info({ found, created, updated, bad }, 'market.feed-read');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, kind: error.kind }, 'market.feed-failed');
    // What the feed refuses, or fails to answer for hours, is not asked again today.
    if (error.kind !== 'refused' && wanted.attempts < attemptsMax) return;
  }
  await updateAnswered(ctx.db, wanted, ctx.clock.now());
}
