import { type Db, prepared, type TxDb } from '#platform/db';

export type SecretKind = 'agent' | 'gap' | 'standard';

/** Whether the account of an endpoint is suspended or unverified, so that nothing is sent to it (D-059). */
export const barred = (endpoint: string): string =>
  `exists (select from credentials.principals p where p.id = ${endpoint}.account_id and p.status <> 'active')`;

/** The endpoint data for an attempt, as of that moment. */
export type EndpointInForce = {
  readonly id: string;
  /** Changes with every change of the row. */
  readonly version: string;
  readonly audience: 'agent' | 'partner';
  readonly livemode: boolean;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly barred: boolean;
  readonly secret_kind: SecretKind;
  readonly encrypted_secret: Buffer;
  readonly previous_kind: SecretKind | null;
  readonly encrypted_previous: Buffer | null;
  readonly overlap_ends_at: Date | null;
};

const inForce = prepared<[ids: readonly string[]], EndpointInForce>(
  'webhooks.endpoints-in-force',
  `select id, xmin::text as version, audience, livemode, url, status, ${barred('e')} as barred, secret_kind, encrypted_secret, previous_kind, encrypted_previous,
     overlap_ends_at
   from webhooks.endpoints e where id = any($1::text[])`,
);

export const listEndpointsInForce = (db: Db, ids: readonly string[]) => db.many(inForce(ids));

/** The recent results of an endpoint. */
export type EndpointHealth = {
  readonly id: string;
  readonly succeeded: boolean;
  readonly slow: boolean;
  /** A delivery was given up. */
  readonly exhausted: boolean;
  /** The expiry of the certificate shown at this address; null if none was shown. */
  readonly certificate_ends_at: string | null;
  readonly url: string | null;
};

// Locked in the order of their ids: two batches with the same endpoints cannot deadlock.
const health = prepared<[rows: string, now: Date], never>(
  'webhooks.update-health',
  `with changed as (
     select e.id, r.succeeded, r.slow, r.exhausted, case when r.url = e.url then r.certificate_ends_at end as certificate_ends_at
     from json_to_recordset($1) as r(id text, succeeded boolean, slow boolean, exhausted boolean,
       certificate_ends_at timestamptz, url text)
     join webhooks.endpoints e on e.id = r.id
     where e.slow <> r.slow or r.succeeded <> (e.failing_since is null) or (r.exhausted and e.exhausted_since is null)
       or (r.url = e.url and r.certificate_ends_at is not null
         and e.certificate_ends_at is distinct from r.certificate_ends_at)
     order by e.id for no key update of e
   )
   update webhooks.endpoints e set
     slow = r.slow,
     certificate_ends_at = coalesce(r.certificate_ends_at, e.certificate_ends_at),
     failing_since = case when r.succeeded then null else coalesce(e.failing_since, $2) end,
     warned_at = case when r.succeeded then null else e.warned_at end,
     exhausted_since = case when r.exhausted then coalesce(e.exhausted_since, $2) else e.exhausted_since end
   from changed r where e.id = r.id`,
);

/** Writes only what changed, so that a healthy endpoint costs nothing. */
export function updateHealth(db: TxDb, rows: readonly EndpointHealth[], now: Date): void {
  db.write(health(JSON.stringify(rows), now));
}
