import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

// Each function filters by institution first.

type Member = { id: string; name: string; email: string; role: string; created_at: Date };

const list = prepared<[institutionId: string, limit: number], Member>(
  'portal.list-members',
  `select u.id, u.name, u.email, a.role, a.created_at
   from portal.role_assignments a join portal.users u on u.id = a.user_id
   where a.institution_id = $1 order by u.name, u.id limit $2`,
);

export const listMemberRows = (db: Db, institutionId: string, limit: number) => db.many(list(institutionId, limit));

type LockedRole = { user_id: string; role: string };

const lock = prepared<[institutionId: string, userIds: readonly string[]], LockedRole>(
  'portal.lock-roles',
  `select user_id, role from portal.role_assignments
   where institution_id = $1 and (role = 'owner' or user_id = any($2::text[])) order by user_id for update`,
);

/** The roles of these users and of all owners. Rows are locked in a fixed order, so when two owners leave at the same time, one remains. */
export const lockRoles = (db: TxDb, institutionId: string, userIds: readonly string[]) =>
  db.many(lock(institutionId, userIds));

const change = prepared<[institutionId: string, userId: string, role: string], never>(
  'portal.update-role',
  'update portal.role_assignments set role = $3 where institution_id = $1 and user_id = $2',
);

export const updateRole = (db: TxDb, institutionId: string, { userId, role }: { userId: string; role: string }): void =>
  db.write(change(institutionId, userId, role));

const remove = prepared<[institutionId: string, userId: string], never>(
  'portal.delete-role',
  'delete from portal.role_assignments where institution_id = $1 and user_id = $2',
);

export const deleteRole = (db: TxDb, institutionId: string, userId: string): void =>
  db.write(remove(institutionId, userId));

const hasAddress = prepared<[institutionId: string, email: string], { id: string }>(
  'portal.find-member-by-email',
  `select u.id from portal.role_assignments a join portal.users u on u.id = a.user_id
   where a.institution_id = $1 and u.email = $2`,
);

export const findMemberByEmail = (db: Db, institutionId: string, email: string) =>
  db.find(hasAddress(institutionId, email));

const join = prepared<[institutionId: string, userId: string, role: string, now: Date], never>(
  'portal.add-role',
  `insert into portal.role_assignments (institution_id, user_id, role, created_at) values ($1, $2, $3, $4)
   on conflict (user_id, institution_id) do nothing`,
);

type NewRole = { readonly userId: string; readonly role: string; readonly now: Date };

/** A user who already has a role at the institution keeps it. */
export const addRole = (db: TxDb, institutionId: string, { userId, role, now }: NewRole): void =>
  db.write(join(institutionId, userId, role, now));

const insert = preparedInsert('portal.invitations', [
  'id',
  'institution_id',
  'token_hash',
  'email',
  'role',
  'invited_by',
  'encrypted_totp',
  'created_at',
  'expires_at',
]);

export const insertInvitation = (db: TxDb, row: Parameters<typeof insert>[0]): void => db.write(insert(row));

type Invitation = { id: string; email: string; role: string; created_at: Date; expires_at: Date; invited_by: string };

const open = prepared<[institutionId: string, now: Date, limit: number], Invitation & { inviter: string }>(
  'portal.list-invitations',
  `select i.id, i.email, i.role, i.created_at, i.expires_at, i.invited_by, u.name as inviter
   from portal.invitations i join portal.users u on u.id = i.invited_by
   where i.institution_id = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2
   order by i.created_at desc, i.id limit $3`,
);

export const listOpenInvitations = (db: Db, institutionId: string, { now, limit }: { now: Date; limit: number }) =>
  db.many(open(institutionId, now, limit));

const revoke = prepared<[institutionId: string, id: string, now: Date], { id: string; role: string }>(
  'portal.revoke-invitation',
  `update portal.invitations set revoked_at = $3
   where institution_id = $1 and id = $2 and accepted_at is null and revoked_at is null and expires_at > $3
   returning id, role`,
);

export const revokeInvitationRow = (db: TxDb, institutionId: string, { id, now }: { id: string; now: Date }) =>
  db.find(revoke(institutionId, id, now));

const revokeSame = prepared<[institutionId: string, email: string, now: Date], never>(
  'portal.revoke-earlier-invitations',
  `update portal.invitations set revoked_at = $3
   where institution_id = $1 and email = $2 and accepted_at is null and revoked_at is null`,
);

/** Includes expired invitations: each address may have only one that is not revoked. */
export const revokeInvitationsTo = (db: TxDb, institutionId: string, { email, now }: { email: string; now: Date }) =>
  db.write(revokeSame(institutionId, email, now));

const revokeOf = prepared<[institutionId: string, userId: string, now: Date], never>(
  'portal.revoke-invitations-of',
  `update portal.invitations set revoked_at = $3
   where institution_id = $1 and invited_by = $2 and accepted_at is null and revoked_at is null`,
);

/** Revokes the open invitations of a user who may no longer invite. */
export const revokeInvitationsBy = (db: TxDb, institutionId: string, { userId, now }: { userId: string; now: Date }) =>
  db.write(revokeOf(institutionId, userId, now));

type FoundInvitation = { id: string; institution_id: string; email: string; role: string; encrypted_totp: Buffer };

const byToken = prepared<[hashes: Buffer[], now: Date], FoundInvitation>(
  'portal.find-invitation',
  `select id, institution_id, email, role, encrypted_totp from portal.invitations
   where token_hash = any($1::bytea[]) and accepted_at is null and revoked_at is null and expires_at > $2`,
);

/** Finds the invitation by its link alone, so the caller must see the rows of all institutions. */
export const findOpenInvitation = (db: Db, hashes: Buffer[], now: Date) => db.find(byToken(hashes, now));

const byId = prepared<[id: string, now: Date], { id: string }>(
  'portal.find-invitation-by-id',
  `select id from portal.invitations
   where id = $1 and accepted_at is null and revoked_at is null and expires_at > $2`,
);

export const findInvitationById = (db: Db, id: string, now: Date) => db.find(byId(id, now));

const accept = prepared<[institutionId: string, id: string, now: Date], { role: string }>(
  'portal.accept-invitation',
  `update portal.invitations set accepted_at = $3
   where institution_id = $1 and id = $2 and accepted_at is null and revoked_at is null and expires_at > $3
   returning role`,
);

/** Undefined when another request used or revoked it in the meantime. */
export const acceptInvitationRow = (db: TxDb, institutionId: string, { id, now }: { id: string; now: Date }) =>
  db.find(accept(institutionId, id, now));

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'portal.purge-invitations',
  `delete from portal.invitations where id = any(array(
     select id from portal.invitations where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldInvitations = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
