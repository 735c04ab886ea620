import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import { isCalendarDate } from '#lib/time/dates';
import { findExposureTotals } from '#modules/figures';
import { validationFailed } from '#platform/errors';
import { readCards } from '../columns/columns.ts';
import type { CardList } from '../schemas.ts';
import { findFunnel, findPeriod, listHoldFigures, listOrigins, listSettled, type Period } from './figure-store.ts';
import { computeImprovement, computePeople } from './rules.ts';
import { funnelSteps, holdFigures, type Figures, type FiguresQuery } from './schemas.ts';
import { listLateCallbackIds, listOutcomes, listReach } from './store.ts';

/** More platforms and institutions than a page shows. */
const originsMax = 200;
/** More settlements than a team has in a month. */
const settledMax = 20_000;

/** The state of the cases of a day, week or month, and the calls by caller and hour, in the team's zone. */
export async function getFigures(ctx: Ctx, query: FiguresQuery): Promise<Figures> {
  requireStaff(ctx.actor);
  const { range, zone, on, period } = await readPeriod(ctx, query);
  const [funnel, origins, settled, holds, reach, outcomes, exposure] = await Promise.all([
    findFunnel(ctx.db, period),
    listOrigins(ctx.db, period, originsMax),
    listSettled(ctx.db, period, settledMax),
    listHoldFigures(ctx.db, period),
    listReach(ctx.db, period, zone),
    listOutcomes(ctx.db, period),
    findExposureTotals(ctx, undefined, { livemode: true, ...period }),
  ]);
  return {
    object: 'board.figures',
    at: ctx.clock.now().toISOString(),
    zone,
    range,
    on,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    funnel: funnelSteps.map((step) => ({ step, count: funnel?.[step] ?? 0 })),
    first_call: {
      median_s: toSeconds(funnel?.median_s ?? undefined),
      called: funnel?.called ?? 0,
    },
    reach: [...reach],
    people: computePeople(outcomes),
    improvement: computeImprovement(settled),
    exposure: exposure?.totals ?? null,
    holds: [...holds],
    origins: [...origins],
  };
}

/** A case may be entered during its first call; that counts as no wait. */
const toSeconds = (median: number | undefined): number | null =>
  median === undefined ? null : Math.max(0, Math.round(median));

/** As many as a lead can reassign at one time. */
const lateMax = 100;

/** Callbacks that are overdue, the most overdue first. */
export async function listLateCallbacks(ctx: Ctx): Promise<CardList> {
  requireStaff(ctx.actor);
  const ids = await listLateCallbackIds(ctx.db, ctx.clock.now(), lateMax + 1);
  const cards = await readCards(ctx, ids.slice(0, lateMax));
  // An intake that has expired in the meantime needs no call.
  const data = cards.filter(({ closed_at: closed }) => closed === null);
  return { object: 'list', data, has_more: ids.length > lateMax, next_cursor: null };
}

type ReadPeriod = {
  readonly range: 'day' | 'week' | 'month';
  readonly zone: string;
  /** The requested day. */
  readonly on: string;
  readonly period: Period;
};

/** The period of a query; days begin in the team's zone. */
export async function readPeriod(ctx: Ctx, { range = 'day', on }: FiguresQuery): Promise<ReadPeriod> {
  const year = Number(on?.slice(0, 4) ?? 2000);
  // Ids of calls, by which they are found, are of these years.
  if (on !== undefined && (!isCalendarDate(on) || year < 2000 || year > 2200))
    throw validationFailed([{ path: 'on', message: 'must be a day' }]);
  const { teamTimeZone: zone } = ctx.config;
  const found = await findPeriod(ctx.db, { range, on, zone, now: ctx.clock.now() });
  if (found === undefined) throw new Error('a period was not found');
  return { range, zone, on: found.on, period: { from: found.from, to: found.to } };
}

/** Every figure of a period as rows of part, owner, name and value. */
export function writeFiguresCsv(figures: Figures): string {
  const { funnel, first_call: first, improvement, exposure } = figures;
  return toCsv([
    ['part', 'of', 'figure', 'value'],
    ['period', figures.range, 'from', figures.from],
    ['period', figures.range, 'to', figures.to],
    ['period', figures.range, 'zone', figures.zone],
    ...funnel.map(({ step, count }) => ['funnel', '', step, count]),
    ['first_call', '', 'called', first.called],
    ['first_call', '', 'median_seconds', first.median_s ?? ''],
    ['improvement', '', 'cases_known', improvement.known],
    ['improvement', '', 'cases_unknown', improvement.unknown],
    ['improvement', '', 'won_usd', centsToText(improvement.won_cents)],
    ['improvement', '', 'cases_with_gap', improvement.with_gap],
    ['improvement', '', 'cases_without_gap', improvement.without_gap],
    ['improvement', '', 'promised_usd', centsToText(improvement.promised_cents)],
    ['improvement', '', 'won_with_gap_usd', centsToText(improvement.won_with_gap_cents)],
    ...(exposure === null ? [] : listExposure(exposure)),
    ...figures.holds.flatMap(({ product, ...hold }) =>
      holdFigures.flatMap((state) => [
        ['holds', product, state, hold[state]],
        [
          'holds',
          product,
          state === 'captured' ? 'captured_net_usd' : `${state}_usd`,
          centsToText(hold[`${state}_cents`]),
        ],
      ]),
    ),
    ...figures.people.flatMap(({ name, calls, reached, outcomes }) => [
      ['people', name, 'calls', calls],
      ['people', name, 'reached', reached],
      ...outcomes.map(({ outcome, count }) => ['people', name, outcome, count]),
    ]),
    ...figures.reach.flatMap(({ weekday, hour, calls, reached }) => [
      ['reach', `weekday ${weekday} hour ${hour}`, 'calls', calls],
      ['reach', `weekday ${weekday} hour ${hour}`, 'reached', reached],
    ]),
    ...figures.origins.flatMap(({ kind, name, asked, confirmed, delivered, settled, paid, captured_cents: cents }) => [
      ...Object.entries({ asked, confirmed, delivered, settled, paid }).map(([step, count]) => [
        kind,
        name,
        step,
        count,
      ]),
      [kind, name, 'captured_net_usd', centsToText(cents)],
    ]),
  ]);
}

const listExposure = (exposure: NonNullable<Figures['exposure']>): (string | number)[][] => [
  ['exposure', '', 'cases_known', exposure.known],
  ['exposure', '', 'cases_unknown', exposure.unknown],
  ...(['before', 'after', 'reduction', 'growth', 'surplus', 'beyond_program'] as const).map((name) => [
    'exposure',
    '',
    `${name}_usd`,
    centsToText(exposure[`${name}_cents`]),
  ]),
];
