import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { readCards } from '../columns/columns.ts';
import type { CardList } from '../schemas.ts';
import type { Period } from './figure-store.ts';
import { readPeriod } from './figures.ts';
import { improvementOfRow } from './rules.ts';
import type { FigureCasesQuery } from './schemas.ts';
import { listCalledCases, listFigureCases } from './store.ts';

/** More than a person reads; the figure says how many there are. */
const casesMax = 200;
/** Searched for an improvement, which is computed and not stored. */
const settledMax = 20_000;

/** The cases that a number of the figures counts, newest first. */
export async function listCasesOfFigure(ctx: Ctx, query: FigureCasesQuery): Promise<CardList> {
  requireStaff(ctx.actor);
  const { zone, period } = await readPeriod(ctx, query);
  const ids = isAboutCalls(query)
    ? await listCalledCases(ctx.db, period, {
        staffId: query.staff_id,
        outcome: query.outcome,
        weekday: query.weekday === undefined ? undefined : Number(query.weekday),
        hour: query.hour === undefined ? undefined : Number(query.hour),
        zone,
        limit: casesMax + 1,
      })
    : await listIds(ctx, period, query);
  const data = await readCards(ctx, ids.slice(0, casesMax));
  return { object: 'list', data, has_more: ids.length > casesMax, next_cursor: null };
}

const isAboutCalls = ({ staff_id, outcome, weekday, hour }: FigureCasesQuery): boolean =>
  [staff_id, outcome, weekday, hour].some((value) => value !== undefined);

async function listIds(ctx: Ctx, period: Period, query: FigureCasesQuery): Promise<string[]> {
  const { improvement } = query;
  const rows = await listFigureCases(ctx.db, period, {
    step: improvement === undefined ? (query.step ?? 'asked') : 'settled',
    hold: query.hold,
    product: query.product as 'research' | 'representation' | undefined,
    platform: query.platform,
    institutionId: query.institution_id,
    limit: improvement === undefined ? casesMax + 1 : settledMax,
  });
  const wanted = improvement === undefined ? rows : rows.filter((row) => improvementOfRow(row).kind === improvement);
  return wanted.map(({ id }) => id);
}
