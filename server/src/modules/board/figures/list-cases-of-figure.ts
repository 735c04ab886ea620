import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listUnreadCounts } from '#modules/replies';
import { toCard } from '../columns/to-card.ts';
import { withStated } from '../with-stated.ts';
import type { CardList } from '../schemas.ts';
import { listCards } from '../store.ts';
import { listCalledCases } from './call-store.ts';
import { listFigureCases } from './consultation-store.ts';
import type { Period } from './figure-store.ts';
import { readPeriod } from './read-period.ts';
import { improvementOfRow } from './rules.ts';
import type { FigureCasesQuery } from './schemas.ts';

/** More than a person reads; the figure says how many there are. */
const casesMax = 200;
/** Looked through for an improvement, which is computed and not stored. */
const settledMax = 20_000;

/** The cases that a number of the figures counts, newest first. */
export async function listCasesOfFigure(ctx: Ctx, query: FigureCasesQuery): Promise<CardList> {
  const { staffId } = requireStaff(ctx.actor);
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
  const shown = ids.slice(0, casesMax);
  const [rows, unread] = await Promise.all([listCards(ctx.db, ctx.clock.now(), shown), listUnreadCounts(ctx, shown)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const data = shown.flatMap((id) => byId.get(id) ?? []).map((row) => toCard(withStated(ctx, row), staffId, unread));
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
