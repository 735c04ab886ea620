import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { isTimestamp } from '#lib/time/dates';
import { invalidCursor } from '#platform/errors';
import { toBoardRow } from './to-board-row.ts';
import type { Board, BoardQuery } from '../schemas.ts';
import { listOpenConsultations, type BoardCursor } from './board-store.ts';

/** Open consultations in calling order, page by page. */
export async function listBoard(ctx: Ctx, query: BoardQuery): Promise<Board> {
  requireStaff(ctx.actor);
  const limit = Number(query.limit ?? 25);
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const rows = await listOpenConsultations(ctx.db, after, {
    limit: limit + 1,
    test: query.test === 'true',
    now: ctx.clock.now(),
  });
  const data = rows.slice(0, limit).map(toBoardRow);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { object: 'list', data, has_more: more, next_cursor: more ? writeCursor(last) : null };
}

const writeCursor = (row: { priority: boolean; opened_at: string; id: string }): string =>
  Buffer.from(JSON.stringify([row.priority, row.opened_at, row.id])).toString('base64url');

function readCursor(cursor: string): BoardCursor {
  const refused = invalidCursor();
  try {
    const [priority, openedAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof priority !== 'boolean' || typeof openedAt !== 'string' || typeof id !== 'string') throw refused;
    if (!isTimestamp(openedAt) || !/^con_[0-9A-Za-z]{24}$/.test(id)) throw refused;
    return { priority, openedAt, id };
  } catch {
    throw refused;
  }
}
