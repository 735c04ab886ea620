import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

export const findStaff = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('staff.members').selectAll().where('id', '=', id)));

// Creating a session and changing a staff member both lock the member's row, so that the second one sees the result of the first. Otherwise
// a session could be created while all of them are being ended.
type Identity = { readonly issuer: string; readonly subject: string };

export const lockStaffByIdentity = (db: TxDb, { issuer, subject }: Identity) =>
  db.find(
    typed(
      sql
        .selectFrom('staff.members')
        .selectAll()
        .where('oidc_issuer', '=', issuer)
        .where('oidc_subject', '=', subject)
        .forNoKeyUpdate(),
    ),
  );

export const lockStaffByEmail = (db: TxDb, email: string) =>
  db.find(typed(sql.selectFrom('staff.members').selectAll().where('email', '=', email).forNoKeyUpdate()));

/** Locked in id order, so that two administrators who change each other cannot deadlock. */
export const lockStaff = (db: TxDb, ids: readonly string[]) =>
  db.many(
    typed(
      sql
        .selectFrom('staff.members')
        .select(['id', 'role', 'disabled_at'])
        .where('id', 'in', ids)
        .orderBy('id')
        .forNoKeyUpdate(),
    ),
  );

/** The caller has locked the row and checked that no identity is bound. */
export function updateIdentity(db: TxDb, id: string, { issuer, subject }: Identity): void {
  db.write(
    typed(sql.updateTable('staff.members').set({ oidc_issuer: issuer, oidc_subject: subject }).where('id', '=', id)),
  );
}

export const listAdministratorRows = (db: Db, limit: number) =>
  db.many(
    typed(
      sql
        .selectFrom('staff.members')
        .select(['id', 'email'])
        .where('role', '=', 'administrator')
        .where('disabled_at', 'is', null)
        .orderBy('id')
        .limit(limit),
    ),
  );

/** The team is tens of people, so the list is not paged. */
export const listStaffRows = (db: Db, { now, idleSince }: { now: Date; idleSince: Date }) =>
  db.many(
    typed(
      sql
        .selectFrom('staff.members as s')
        .leftJoin('staff.passwords as p', 'p.staff_id', 's.id')
        .select((eb) => [
          's.id',
          's.name',
          's.email',
          's.role',
          's.created_at',
          's.disabled_at',
          's.languages',
          's.oidc_subject',
          's.last_seen_at',
          's.signed_in_at',
          'p.set_at',
          eb
            .selectFrom('staff.sign_in_failures as f')
            .select((f) => f.fn.sum<string>(f('f.failures', '-', f.ref('f.told'))).as('tries'))
            .whereRef('f.staff_id', '=', 's.id')
            .whereRef('f.told', '<', 'f.failures')
            .as('failed_tries'),
          eb
            .selectFrom('staff.sign_in_failures as f')
            .select(({ fn }) => fn.count<string>('f.network').distinct().as('networks'))
            .whereRef('f.staff_id', '=', 's.id')
            .whereRef('f.told', '<', 'f.failures')
            .as('failed_networks'),
          eb
            .selectFrom('staff.sessions as e')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .whereRef('e.staff_id', '=', 's.id')
            .where('e.ended_at', 'is', null)
            .where('e.expires_at', '>', now)
            .where('e.last_seen_at', '>', idleSince)
            .as('sessions'),
          eb
            .selectFrom('staff.setups as u')
            .select('u.expires_at')
            .whereRef('u.staff_id', '=', 's.id')
            .where('u.used_at', 'is', null)
            .where('u.expires_at', '>', now)
            .as('setup_expires_at'),
        ])
        .orderBy('s.name')
        .orderBy('s.id')
        .limit(1000),
    ),
  );

export const listTeamRows = (db: Db) =>
  db.many(
    typed(
      sql.selectFrom('staff.members').select(['id', 'name', 'disabled_at']).orderBy('name').orderBy('id').limit(1000),
    ),
  );

export const listStaffNameRows = (db: Db, ids: readonly string[]) =>
  db.many(typed(sql.selectFrom('staff.members').select(['id', 'name']).where('id', 'in', ids)));

type StaffRowChange = {
  readonly role?: string;
  readonly disabled_at?: Date | null;
  readonly oidc_issuer?: null;
  readonly oidc_subject?: null;
  readonly languages?: string[];
};

export const updateStaff = (db: TxDb, id: string, change: StaffRowChange) =>
  db.find(typed(sql.updateTable('staff.members').set(change).where('id', '=', id).returning('id')));

export const findStaffByEmail = (db: Db, email: string) =>
  db.find(typed(sql.selectFrom('staff.members').selectAll().where('email', '=', email)));

type NewStaff = { id: string; email: string; name: string; role: string; languages: string[]; created_at: Date };

/** Undefined when a staff member already has the address. */
export const insertStaff = (db: Db, row: NewStaff) =>
  db.find(
    typed(
      sql
        .insertInto('staff.members')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id'),
    ),
  );

export function updateSignedIn(db: TxDb, id: string, now: Date): void {
  const signedIn = { last_seen_at: now, signed_in_at: now };
  db.write(typed(sql.updateTable('staff.members').set(signedIn).where('id', '=', id)));
}

const unspoken = prepared<[id: string], { language: string }>(
  'staff.list-unspoken-languages',
  `select distinct language from staff.members s cross join unnest(s.languages) as language
   where s.disabled_at is null and s.id <> $1
     and language <> all(coalesce((select o.languages from staff.members o where o.id = $1), '{}'))`,
);

export const listUnspoken = (db: Db, id: string) => db.many(unspoken(id));

type DescribedMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly disabled_at: Date | null;
  readonly last_seen_at: Date | null;
  readonly password_set: boolean;
  readonly identity_bound: boolean;
};

// Written without the query builder, so that a command that only lists need not load it.
const described = prepared<[limit: number], DescribedMember>(
  'staff.describe-team',
  `select s.id, s.name, s.email, s.role, s.disabled_at, s.last_seen_at,
     p.staff_id is not null as password_set, s.oidc_subject is not null as identity_bound
   from staff.members s left join staff.passwords p on p.staff_id = s.id
   order by s.disabled_at is not null, s.name, s.id limit $1`,
);

export const listDescribedMembers = (db: Db, limit: number) => db.many(described(limit));

type Failure = { readonly staffId: string; readonly hour: Date; readonly network: Buffer; readonly now: Date };

const count = prepared<[staffId: string, hour: Date, network: Buffer, now: Date], never>(
  'staff.count-failure',
  `insert into staff.sign_in_failures as f (staff_id, hour, network, failures, last_at) values ($1, $2, $3, 1, $4)
   on conflict (staff_id, hour, network) do update set failures = f.failures + 1, last_at = $4`,
);

export function countFailure(db: TxDb, { staffId, hour, network, now }: Failure): void {
  db.write(count(staffId, hour, network, now));
}

const tell = prepared<[staffId: string], { tries: number; networks: number }>(
  'staff.tell-failures',
  `with untold as (
     select staff_id, hour, network, failures - told as failures from staff.sign_in_failures
     where staff_id = $1 and told < failures order by hour, network for update
   ), told as (
     update staff.sign_in_failures f set told = f.failures from untold u
     where f.staff_id = u.staff_id and f.hour = u.hour and f.network = u.network
   )
   select coalesce(sum(failures), 0)::int as tries, count(distinct network)::int as networks from untold`,
);

/** The refused sign-ins since the staff member's last sign-in. Marked as reported when the transaction commits. */
export const takeUntoldFailures = (db: TxDb, staffId: string) => db.find(tell(staffId));

const purge = prepared<[until: Date, limit: number], { hour: Date }>(
  'staff.purge-failures',
  `delete from staff.sign_in_failures where hour <= $1 and ctid = any(array(
     select ctid from staff.sign_in_failures where hour <= $1 limit $2)) returning hour`,
);

export const deleteOldFailures = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
