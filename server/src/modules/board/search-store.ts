import { prepared, type Db } from '#platform/db';
import { searchedMost } from './rules.ts';

const { matches, newest } = searchedMost;

const begins = (term: string, prefix: string): string =>
  `${term} >= ${prefix} and ${term} < consultations.after_prefix(${prefix})`;

/** The newest of the first cases with a term that has this prefix. */
const beginning = (prefix: string): string =>
  `(select id from (select consultation_id as id from consultations.search_terms where ${begins('term', prefix)}
       order by term limit ${matches}) m order by id desc limit ${newest})`;

/** Whether the case also matches every other search word. */
const hasOthers = (id: string): string =>
  `not exists (select from words w where w.term <> r.term and not exists (
     select from consultations.search_terms o where o.consultation_id = ${id} and ${begins('o.term', 'w.term')}))`;

// Of several words the rarest is looked up, first as a whole word, newest first, so that a common name costs no more than a rare one.
const search = prepared<
  [exact: string, digits: string | null, ending: string | null, words: string | null, limit: number],
  { id: string }
>(
  'board.search',
  `with words as materialized (select consultations.searched_terms($4) as term),
   rarest as materialized (
     select term from words w cross join lateral (
       select count(*) as count from (select from consultations.search_terms t where ${begins('t.term', 'w.term')}
         order by t.term limit ${matches}) few) c
     order by c.count, length(term) desc limit 1),
   found as materialized (
     (select s.id from rarest r cross join lateral (
        select consultation_id as id from consultations.search_terms t where t.term = r.term and ${hasOthers('t.consultation_id')}
        order by t.term desc, t.consultation_id desc limit ${newest}) s)
     union
     (select s.id from rarest r cross join lateral (
        select consultation_id as id from consultations.search_terms t where t.term > r.term
          and t.term < consultations.after_prefix(r.term) order by t.term limit ${matches}) s
      where ${hasOthers('s.id')} order by s.id desc limit ${newest})
     union ${beginning(`'d' || reverse($2::text)`)}
     union ${beginning(`'v' || reverse($3::text)`)}
     union
     (select consultation_id as id from consultations.search_terms t where t.term = 'x' || lower($1)
      order by t.term desc, t.consultation_id desc limit ${newest})
     union
     (select consultation_id from consultations.search_terms t where t.term = 'x' || lower($3)
      order by t.term desc, t.consultation_id desc limit ${newest})
     order by id desc limit ${newest})
   select c.id from found f cross join lateral (
     select id, closed_at, opened_at from consultations.consultations where id = f.id limit 1) c
   order by c.closed_at is not null, c.opened_at desc, c.id limit $5`,
);

const byName = prepared<[name: string], { id: string }>(
  'board.search-named',
  `select id from consultations.consultations where id = $1
   union select id from consultations.consultations where number = upper($1)
   union select id from consultations.consultations where source = 'agent_intake' and source_id = $1
   union select id from consultations.consultations where source = 'referral' and source_id = $1
   union select id from consultations.consultations where source = 'membership' and source_id = $1`,
);

/** By id or number as read out to staff, each by its unique index. */
export const listIdsByName = async (db: Db, name: string): Promise<string[]> =>
  (await db.many(byName(name))).map(({ id }) => id);

type SearchTerms = {
  readonly exact: string;
  readonly digits: string | undefined;
  readonly ending: string | undefined;
  readonly words: string | undefined;
};

export const searchIds = async (
  db: Db,
  { exact, digits, ending, words }: SearchTerms,
  limit: number,
): Promise<string[]> =>
  (await db.many(search(exact, digits ?? null, ending ?? null, words ?? null, limit))).map(({ id }) => id);
