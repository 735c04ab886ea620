// The crawl's knowledge of the operations. A new operation needs an object of its kind here, and a line in the tables
// below if its path, query or body names something new; the crawl fails with what is missing.
import { newId, type IdPrefix } from '#lib/tokens/ids';
import { givenPortalUser } from '#testing/portal';
import type { Harness } from '#test/harness';

type Things = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly contact: { first_name: string; last_name: string; email: string; phone: string };
};

/**
 * Objects that only the portal creates: an uploaded roster with its plan, a referral file, a referral's document, an
 * invitation and a token.
 */
export async function givenPortalThings(harness: Harness, { institutionId, livemode, contact }: Things): Promise<void> {
  const owner = await givenPortalUser(harness, { institutionId, fresh: true });
  const { pool } = harness.owner;
  const now = harness.clock.now();
  const file = [institutionId, livemode, newId('rsf', now)];
  await pool.query(
    `insert into roster_files.files (institution_id, livemode, id, user_id, name, status, kind, columns, samples, counts,
       roster_version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'planned', 'csv', '["email"]', $6,
       '{"add":1,"change":0,"remove":0,"unchanged":0,"kept":0,"invalid":0,"unnamed":0,"warned":0,"active":0}', '0', $7, $7)`,
    [...file, owner.userId, `${contact.last_name}.csv`, JSON.stringify([[contact.email]]), now],
  );
  await pool.query(
    `insert into roster_files.plan_rows (institution_id, livemode, file_id, seq, action, row_number, first_name, last_name,
       email, phone) values ($1, $2, $3, 1, 'add', 2, $4, $5, $6, $7)`,
    [...file, contact.first_name, contact.last_name, contact.email, contact.phone],
  );
  const referrals = [institutionId, livemode, newId('rff', now)];
  await pool.query(
    `insert into referral_files.files (institution_id, livemode, id, user_id, name, status, kind, columns, mapping, row_count,
       counts, created_at, updated_at)
     values ($1, $2, $3, $4, $8, 'checked', 'csv', $5, $6, 1,
       '{"ready":0,"invalid":1,"double":0,"open":0,"ended":0,"warned":0}', $7, $7)`,
    [
      ...referrals,
      owner.userId,
      // As for a file without column names.
      JSON.stringify(Object.values(contact)),
      '["borrower.first_name", "borrower.last_name", "borrower.email", "borrower.phone"]',
      now,
      `${contact.last_name}.csv`,
    ],
  );
  await pool.query(
    `insert into referral_files.rows (institution_id, livemode, file_id, row_number, cells, outcome, issues)
     values ($1, $2, $3, 2, $4, 'invalid', '[{"path": "borrower.email", "message": "is required"}]')`,
    [...referrals, JSON.stringify(Object.values(contact))],
  );
  await givenSentDocument(harness, { institutionId, livemode, contact }, owner.userId);
  const mode = livemode ? 'live' : 'test';
  const email = `${contact.first_name}-${mode}@example.org`;
  await owner.call('POST', '/invitations', { mode, body: { email, role: 'developer' } });
  const token = { label: contact.first_name, permissions: ['events.read'], modes: [mode], expires_in_days: 7 };
  await owner.call('POST', '/tokens', { mode, body: token });
}

/** The report of one of its referrals, whose file name contains the borrower's name. */
async function givenSentDocument(harness: Harness, { institutionId, livemode, contact }: Things, userId: string) {
  const { pool } = harness.owner;
  const now = harness.clock.now();
  const found = await pool.query<{ id: string }>(
    'select id from referrals.referrals where institution_id = $1 and livemode = $2 order by id limit 1',
    [institutionId, livemode],
  );
  const [referral] = found.rows;
  if (referral === undefined) return;
  const [id, key] = [newId('doc', now), `intakes/${referral.id}/synthetic.pdf`];
  const bytes = Buffer.from('%PDF-1.7 synthetic');
  await harness.ctx.objects.create({ key, bytes, type: 'application/pdf' });
  await pool.query(
    `insert into documents.documents (id, intake_id, sha256, size_bytes, object_key, reading, differences, created_at, file_stays)
     values ($1, $2, $3, $4, $5, '{"vendor":"unknown","pages":1,"ocr":false,"fields":{},"checks":[]}', '[]', $6, true)`,
    [id, referral.id, '0'.repeat(64), bytes.length, key, now],
  );
  await pool.query(
    `insert into referrals.sent_documents (institution_id, livemode, referral_id, document_id, file_name, user_id, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [institutionId, livemode, referral.id, id, `${contact.last_name}.pdf`, userId, now],
  );
}
type Fixture = {
  readonly prefix: IdPrefix;
  /**
   * Selects one of the institution ($1) and the mode ($2); without it no tenant has any, and only unknown ones are
   * asked for.
   */
  readonly find?: string;
  /** Not an id: the same for everyone. */
  readonly always?: string;
};

const ofMode = (table: string, account = 'institution_id'): string =>
  `select id from ${table} where ${account} = $1 and livemode = $2 order by id limit 1`;

/**
 * The object that a path parameter names. `segment/:id` is for parameters that are called just id. A route with a
 * parameter that is not listed fails the crawl: nothing is skipped.
 */
export const fixtures: Readonly<Record<string, Fixture>> = {
  endpoint_id: { prefix: 'whe', find: ofMode('webhooks.endpoints', 'account_id') },
  event_id: { prefix: 'evt', find: ofMode('events.events', 'account_id') },
  delivery_id: {
    prefix: 'dlv',
    find: `select d.id from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
      where d.account_id = $1 and e.livemode = $2 order by d.id limit 1`,
  },
  recovery_id: { prefix: 'rcv', find: ofMode('webhooks.event_recoveries', 'account_id') },
  referral_id: { prefix: 'ref', find: ofMode('referrals.referrals') },
  enrollment_id: { prefix: 'enr', find: ofMode('memberships.enrollments') },
  redemption_id: { prefix: 'rdm', find: ofMode('memberships.redemptions') },
  key_id: { prefix: 'key', find: ofMode('credentials.partner_keys') },
  credential_id: { prefix: 'crd', find: ofMode('credentials.signed_credentials') },
  statement_id: {
    prefix: 'stm',
    find: 'select id from memberships.statements where institution_id = $1 and $2::boolean limit 1',
  },
  user_id: {
    prefix: 'usr',
    find: `select user_id as id from portal.role_assignments where institution_id = $1 and $2::boolean is not null order by 1 limit 1`,
  },
  file_id: { prefix: 'rsf', find: ofMode('roster_files.files') },
  'referral-files/:file_id': { prefix: 'rff', find: ofMode('referral_files.files') },
  sent_document_id: {
    prefix: 'doc',
    find: 'select document_id as id from referrals.sent_documents where institution_id = $1 and livemode = $2 limit 1',
  },
  'requests/:request_id': { prefix: 'req', find: ofMode('request_log.requests') },
  'recoveries/:recovery_id': { prefix: 'rcv', find: ofMode('webhooks.event_recoveries', 'account_id') },
  message_id: {
    prefix: 'msg',
    find: `select id from customers.messages where account_id = $1 and not $2::boolean and channel = 'email' order by id limit 1`,
  },
  // Valid in both modes.
  token_id: {
    prefix: 'ptk',
    find: 'select id from portal.tokens where institution_id = $1 and $2::boolean is not null order by id limit 1',
  },
  invitation_id: {
    prefix: 'ivt',
    find: 'select id from portal.invitations where institution_id = $1 and $2::boolean is not null order by id limit 1',
  },
  // Belongs to the user, whatever the institution.
  passkey_id: { prefix: 'pky' },
  kind: { prefix: 'req', always: 'technical' },
  'referrals/:id': { prefix: 'ref', find: ofMode('referrals.referrals') },
  'enrollments/:id': { prefix: 'enr', find: ofMode('memberships.enrollments') },
  'credentials/:id': { prefix: 'crd', find: ofMode('credentials.signed_credentials') },
  // For staff, who may see any: their roles are tested with ids that do not exist.
  agent_id: { prefix: 'agt' },
  consultation_id: { prefix: 'con' },
  document_id: { prefix: 'doc' },
  group_id: { prefix: 'msg' },
  hold_id: { prefix: 'hld' },
  payment_id: { prefix: 'pay' },
  reply_id: { prefix: 'rpl' },
  reset_id: { prefix: 'aur' },
  session_id: { prefix: 'ses' },
  snapshot_id: { prefix: 'snap' },
  staff_id: { prefix: 'stf' },
  request_id: { prefix: 'req' },
  state: { prefix: 'req' },
  // An agent's own, by its key or the intake's token; an agent belongs to no institution, so the crawl creates it.
  intake_id: { prefix: 'int' },
};

export const fixtureOf = (path: string, name: string): Fixture | undefined => fixtures[keyOf(path, name)];

/** The preceding path segment is more specific than the parameter's name, if both are known. */
export function keyOf(path: string, name: string): string {
  const [key = name] = new RegExp(`[\\w-]+/:${name}(?=/|$)`).exec(path) ?? [];
  return key in fixtures ? key : name;
}

type Mention = {
  /** A key of `fixtures`. */
  readonly key: string;
  /** How it is written in a body. */
  readonly write?: (id: string) => unknown;
  /** Ids of other kinds are refused by their prefix. */
  readonly isTyped?: true;
};

const asList = (id: string): string[] => [id];

/** Ids in a query or at the top of a body, on the surfaces of tenants. */
export const mentions: Readonly<Record<string, Mention>> = {
  endpoint_id: { key: 'endpoint_id' },
  event_id: { key: 'event_id' },
  event_ids: { key: 'event_id', write: asList, isTyped: true },
  received: { key: 'event_id', isTyped: true },
  delivery_ids: { key: 'delivery_id', write: asList },
  credential_id: { key: 'credential_id' },
  request_id: { key: 'requests/:request_id' },
  user_id: { key: 'user_id' },
  object_id: { key: 'referral_id' },
  about: { key: 'referral_id', isTyped: true },
  reference: { key: 'referral_id' },
  enrollment_id: { key: 'enrollment_id' },
  intake_id: { key: 'intake_id' },
};

/** Names that look like ids, alone or for one operation, but find nothing of a tenant. */
export const unmentioned: ReadonlySet<string> = new Set([
  // Ids in others' systems.
  'client_id',
  'institution_id',
  // The caller's own trail and log repeat the id of a refused request.
  'subject_id',
  'request-log.portal-list-requests object_id',
]);

/** The query that an operation requires. */
export const queries: Readonly<Record<string, string>> = {
  'analytics.portal-list-referrals': 'milestone=created',
  'webhooks.portal-get-endpoint-figures': 'range=24h',
};

/**
 * Trail and log repeat ids that their institution's own callers named, so they are tested before any caller has named
 * one.
 */
export const isEcho = ({ operation = '' }: { readonly operation?: string | undefined }): boolean =>
  /^(?:audit\.portal-|request-log\.portal-)/.test(operation);
