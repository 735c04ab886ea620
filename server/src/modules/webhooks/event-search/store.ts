import { prepared, type Db } from '#platform/db';
import { belowHorizon, logEnds, ofMode, type LogCursor } from '../events/store.ts';
import type { LogAccount } from '../events/rules.ts';

export type LoggedEvent = {
  readonly id: string;
  readonly type: string;
  readonly subject_id: string;
  readonly created_at: Date;
  /** The text as it was sent to endpoints that take thin payloads. */
  readonly thin: string;
};

export type LogRow = Omit<LoggedEvent, 'thin'> & {
  readonly era: string;
  readonly transaction_id: string;
  readonly place: string;
};

export type LogSearch = {
  readonly type: string | undefined;
  readonly subjectId: string | undefined;
  readonly createdFrom: Date | undefined;
  readonly createdTo: Date | undefined;
  readonly after: LogCursor | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
};

/** Null is any mode. */
const ofModeOrAny = `($2::boolean is null or ${ofMode('$2')})`;
const modeOf = ({ livemode }: LogAccount): boolean | null => (livemode === 'any' ? null : livemode);

const columns = 'e.id, e.type, e.subject_id, e.created_at';

/**
 * One row more than asked for. Not prepared: an object's events are found by its own index, those of a type or a time by
 * the log's, so each search is planned for what it names.
 */
export function searchLogRows(db: Db, owner: LogAccount, search: LogSearch): Promise<LogRow[]> {
  const { order, type, subjectId, createdFrom, createdTo, limit } = search;
  const after = search.after ?? logEnds[order];
  const values = [owner.accountId, modeOf(owner), after.era, after.transactionId, after.position, limit + 1];
  const conditions = (
    [
      ['type =', type],
      ['subject_id =', subjectId],
      ['created_at >=', createdFrom],
      ['created_at <', createdTo],
    ] as const
  ).flatMap(([condition, value]) =>
    value === undefined ? [] : [`and e.${condition} $${values.push(value as never)}`],
  );
  const beyond = order === 'asc' ? '>' : '<';
  return db.many<LogRow>({
    text: `select ${columns}, e.era::text, e.transaction_id::text, e.place::text from events.events e
      where account_id = $1 and ${ofModeOrAny} ${conditions.join(' ')}
        and ${belowHorizon('$1')}
        and (era, transaction_id, place) ${beyond} ($3::bigint, $4::xid8, $5::bigint)
      order by e.era ${order}, e.transaction_id ${order}, e.place ${order} limit $6`,
    values,
  });
}

const byId = prepared<[accountId: string, livemode: boolean | null, id: string, at: Date], LoggedEvent>(
  'events.find-event',
  `select ${columns}, e.thin from events.events e
   where account_id = $1 and ${ofModeOrAny} and id = $3 and created_at = $4`,
);

/** The time is that of the id, which leads to one day of the log. */
export const findEventRow = (db: Db, owner: LogAccount, event: { id: string; at: Date }) =>
  db.find(byId(owner.accountId, modeOf(owner), event.id, event.at));
