import { prepared, type Db } from '#platform/db';

// The accents that the letters of names are written with. Plain letters, which are one byte each, are compared as they are.
const folded = (name: string): string =>
  `case when octet_length(${name}) = char_length(${name}) then ${name}
     else regexp_replace(normalize(${name}, NFD), '[\u0300-\u036f]', '', 'g') end`;

const search = prepared<
  [exact: string, digits: string | null, ending: string | null, words: readonly string[] | null, limit: number],
  { id: string }
>(
  'board.search',
  `select c.id from consultations.consultations c
   join (
     (select consultation_id from intakes.intakes i where consultation_id is not null and livemode and (
         $2::text is not null and phone like '%' || $2
         or $3::text is not null and vin like '%' || $3
         or email = lower($1) or external_ref = $1 or coalesce(claim_number, offer ->> 'claim_number') = $1
         or upper(vehicle ->> 'plate') = $3
         or $4::text[] is not null and ${folded(`(customer ->> 'first_name' || ' ' || coalesce(customer ->> 'last_name', ''))`)} ilike all ($4::text[])
         or $4::text[] is not null and ${folded(`(customer ->> 'last_name')`)} ilike all ($4::text[]))
       order by created_at desc limit $5)
     union
     (select consultation_id from referrals.referrals where consultation_id is not null and (
         $2::text is not null and right(regexp_replace(borrower ->> 'phone', '\\D', '', 'g'), length($2)) = $2
         or $3::text is not null and vin like '%' || $3
         or $2::text is not null and staff_contact ->> 'phone' like '%' || $2 or staff_contact ->> 'email' = lower($1)
         or lower(borrower ->> 'email') = lower($1) or external_ref = $1 or claim_number = $1
         or $4::text[] is not null and ${folded(`(borrower ->> 'first_name' || ' ' || (borrower ->> 'last_name'))`)} ilike all ($4::text[]))
       order by created_at desc limit $5)
     union
     (select d.consultation_id from plans.redemptions d join plans.enrollments e
         on e.institution_id = d.institution_id and e.livemode = d.livemode and e.id = d.enrollment_id
       where $2::text is not null and right(regexp_replace(e.phone, '\\D', '', 'g'), length($2)) = $2
         or $3::text is not null and e.vin like '%' || $3
         or $2::text is not null and e.staff_contact ->> 'phone' like '%' || $2 or e.staff_contact ->> 'email' = lower($1)
         or lower(e.email) = lower($1) or e.external_ref = $1 or e.id = $1
         or $4::text[] is not null and ${folded(`(e.first_name || ' ' || e.last_name)`)} ilike all ($4::text[])
       order by d.created_at desc limit $5)
     union
     (select consultation_id from facts.cases where $3::text is not null and vin like '%' || $3 or claim_number = $1
       order by updated_at desc limit $5)
   ) match (id) on c.id = match.id
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
  readonly words: readonly string[] | undefined;
};

export const searchIds = async (
  db: Db,
  { exact, digits, ending, words }: SearchTerms,
  limit: number,
): Promise<string[]> =>
  (await db.many(search(exact, digits ?? null, ending ?? null, words ?? null, limit))).map(({ id }) => id);
