import type { Tenant } from '#modules/partners';
import { prepared, type Db } from '#platform/db';
import type { SearchKeys } from './list-rules.ts';

/** Referrals that are looked at for each thing that the text may be; whoever finds more types more. */
export const candidatesMax = 200;

type Candidate = { readonly way: string; readonly id: string };

// Each part reads one index of the institution and the mode, in its order, and stops.
const own = 'institution_id = $1 and livemode = $2';
const byText = (way: string, column: string) =>
  `select '${way}' as way, f.id from unnest($7::text[], $8::text[]) as t(low, high) cross join lateral
     (select id from referrals.referrals where ${own} and ${column} >= t.low and ${column} < t.high
      order by ${column} limit $9) f`;

const candidates = prepared<
  [
    institutionId: string,
    livemode: boolean,
    vin: string | null,
    vinEnd: string | null,
    idFrom: string | null,
    idTo: string | null,
    from: readonly string[],
    to: readonly string[],
    limit: number,
  ],
  Candidate
>(
  'referrals.search',
  `(select 'vin' as way, id from referrals.referrals where ${own} and vin = $3 order by id desc limit $9)
   union all (select 'vin_end', id from referrals.referrals where ${own} and vin_tail = right($4, 6)
     and right(vin, length($4)) = $4 order by id desc limit $9)
   union all (select 'id', id from referrals.referrals where ${own} and id >= $5 and id < $6 order by id desc limit $9)
   union all (${byText('external_ref', 'external_ref')})
   union all (${byText('claim_number', 'claim_number')})`,
);

export const listCandidates = (db: Db, tenant: Tenant, { vin, vinEnd, ids, texts }: SearchKeys) =>
  db.many(
    candidates(
      tenant.institutionId,
      tenant.livemode,
      vin,
      vinEnd,
      ids?.from ?? null,
      ids?.to ?? null,
      texts.map(({ from }) => from),
      texts.map(({ to }) => to),
      candidatesMax,
    ),
  );
