import type { Ctx } from '#context';
import { readLimit } from '#lib/api/pagination';
import { readLogCursor, searchEvents } from '#modules/webhooks';
import { accountOf } from '../agent-console/rules.ts';
import { toEventItem } from './to-event-item.ts';

type EventQuery = {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly type?: string | undefined;
  readonly intake_id?: string | undefined;
  readonly order?: 'asc' | 'desc';
};

/** The agent's events in log order, newest first by default. */
export async function listOwnEvents(ctx: Ctx, query: EventQuery) {
  const { rows, hasMore, cursor } = await searchEvents(ctx, accountOf(ctx.actor), {
    type: query.type,
    subjectId: query.intake_id,
    createdFrom: undefined,
    createdTo: undefined,
    after: query.cursor === undefined ? undefined : readLogCursor(query.cursor),
    order: query.order ?? 'desc',
    limit: readLimit(query.limit),
  });
  return { object: 'list' as const, data: rows.map(toEventItem), has_more: hasMore, next_cursor: cursor };
}
