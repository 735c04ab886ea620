// Everything made with a key of the ring, in one place: a column missing here would be forgotten when a key is retired.
// keyed-columns.test.ts compares it with the migrated database and with every use of the vault.
import type { FingerprintUse } from '#platform/crypto';

export type Row = Readonly<Record<string, unknown>>;

/** A column with encrypted values. */
export type EncryptedColumn = {
  readonly table: string;
  readonly column: string;
  /** The table's primary key. */
  readonly key: readonly string[];
  /** Other columns of the row in the associated data. */
  readonly reads?: readonly string[];
  /** The associated data of its values, the same as in the code that makes them. */
  aad(row: Row): string;
  /** A fingerprint covers its bytes, so they are wrapped instead of re-encrypted. */
  readonly wrapped?: true;
  /** The column with the fingerprint of the same text, a token, which is recomputed with it. */
  readonly hash?: string;
};

/** A column with fingerprints of values that are stored nowhere else. They can be compared as long as their key is in the ring. */
export type FingerprintColumn = {
  readonly table: string;
  readonly column: string;
  readonly use: FingerprintUse;
  /** When one was last used, as far as the row shows. */
  readonly lastUse?: string;
  /** In hexadecimal digits, or a part of them. */
  readonly text?: true;
  readonly array?: true;
  /** Recomputed together with the encrypted value in the same row. */
  readonly again?: true;
};

type Bound = { readonly key?: string; readonly suffix?: string };

/** Bound to its row by the table, the single primary key column and a suffix. */
const bound = (table: string, column: string, { key = 'id', suffix = '' }: Bound = {}): EncryptedColumn => ({
  table,
  column,
  key: [key],
  aad: (row) => `${table}/${String(row[key])}${suffix}`,
});

export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'credentials.signed_credentials',
    column: 'encrypted_challenge',
    key: ['institution_id', 'id'],
    aad: ({ id }) => `credentials.signed_credentials/${String(id)}`,
  },
  bound('staff.passwords', 'encrypted_totp', { key: 'staff_id' }),
  {
    table: 'staff.setups',
    column: 'encrypted_totp',
    key: ['token_hash'],
    reads: ['staff_id'],
    aad: (row) => `staff.passwords/${String(row['staff_id'])}`,
  },
  bound('appraisals.appraisals', 'encrypted_draft', { suffix: '/draft' }),
  bound('appraisals.versions', 'encrypted_inputs', { suffix: '/inputs' }),
  { ...bound('appraisals.versions', 'encrypted_token', { suffix: '/token' }), hash: 'token_hash' },
  bound('appraisals.versions', 'encrypted_withdrawal', { suffix: '/withdrawal' }),
  bound('checkout.checkouts', 'encrypted_contacts', { suffix: '/contacts' }),
  { ...bound('checkout.checkouts', 'encrypted_token', { suffix: '/token' }), hash: 'token_hash' },
  bound('checkout.payments', 'encrypted_note'),
  { ...bound('consent.entries', 'encrypted_details'), wrapped: true },
  bound('consultations.assignments', 'encrypted_reason'),
  bound('consultations.calls', 'encrypted_note'),
  bound('consultations.closings', 'encrypted_note'),
  bound('consultations.consultations', 'encrypted_phone'),
  bound('consultations.notes', 'encrypted_words'),
  bound('customers.messages', 'encrypted_content'),
  bound('facts.cases', 'encrypted_person', { key: 'consultation_id' }),
  bound('facts.changes', 'encrypted_change'),
  { ...bound('intakes.intakes', 'encrypted_link'), hash: 'link_hash' },
  {
    table: 'platform.idempotency',
    column: 'encrypted_body',
    key: ['scope', 'key'],
    aad: ({ scope, key }) => `platform.idempotency/${String(scope)}/${String(key)}`,
  },
  bound('portal.authenticator_resets', 'encrypted_totp'),
  bound('portal.invitations', 'encrypted_totp'),
  bound('portal.sign_ups', 'encrypted_totp'),
  bound('portal.user_passwords', 'encrypted_totp', { key: 'user_id' }),
  bound('portal.issuers', 'encrypted_client_secret', { key: 'institution_id' }),
  {
    table: 'referrals.referrals',
    column: 'encrypted_link',
    key: ['institution_id', 'livemode', 'id'],
    aad: ({ id }) => `referrals.referrals/${String(id)}`,
    hash: 'link_hash',
  },
  bound('replies.replies', 'encrypted_content'),
  bound('report_checks.releases', 'encrypted_findings', { suffix: '/findings' }),
  {
    table: 'request_log.contents',
    column: 'encrypted_content',
    key: ['institution_id', 'id', 'at'],
    aad: ({ id }) => `request_log.contents/${String(id)}`,
  },
  bound('self_service.requests', 'encrypted_words'),
  bound('vehicles.plate_lookups', 'encrypted_plate', { key: 'subject_id' }),
  ...['encrypted_secret', 'encrypted_previous'].map((column) => ({
    table: 'webhooks.endpoints',
    column,
    key: ['account_id', 'id'],
    aad: ({ id }: Row) => `webhooks.endpoints/${String(id)}`,
  })),
];

const token = { use: 'token' } as const;
const contact = { use: 'contact' } as const;
const chain = { use: 'chain' } as const;

export const fingerprintColumns: readonly FingerprintColumn[] = [
  { table: 'credentials.agent_keys', column: 'key_hash', ...token, lastUse: 'coalesce(last_used_at, created_at)' },
  { table: 'staff.known_devices', column: 'previous_hash', ...token, lastUse: 'last_used_at' },
  { table: 'staff.known_devices', column: 'token_hash', ...token, lastUse: 'last_used_at' },
  { table: 'credentials.partner_keys', column: 'key_hash', ...token, lastUse: 'coalesce(last_used_at, created_at)' },
  { table: 'intakes.poll_tokens', column: 'token_hash', ...token, lastUse: 'created_at' },
  { table: 'staff.recovery_codes', column: 'code_hash', ...token, lastUse: 'used_at' },
  { table: 'staff.sessions', column: 'token_hash', ...token, lastUse: 'last_seen_at' },
  { table: 'staff.sign_in_failures', column: 'network', ...contact, lastUse: 'last_at' },
  { table: 'staff.sign_in_tries', column: 'subject', ...contact, lastUse: 'last_at' },
  { table: 'staff.setups', column: 'token_hash', ...token, lastUse: 'expires_at' },
  { table: 'staff.tokens', column: 'token_hash', ...token, lastUse: 'created_at' },
  { table: 'agents.recoveries', column: 'code_hash', ...token, lastUse: 'expires_at' },
  { table: 'agents.registrations', column: 'code_hash', ...token, lastUse: 'created_at' },
  { table: 'appraisals.versions', column: 'token_hash', ...token, again: true },
  { table: 'audit.entries', column: 'erased_mac', ...chain, lastUse: 'at' },
  { table: 'audit.entries', column: 'mac', ...chain, lastUse: 'at' },
  { table: 'audit.head', column: 'mac', ...chain },
  { table: 'audit.head', column: 'seal', ...chain },
  { table: 'checkout.checkouts', column: 'token_hash', ...token, again: true },
  { table: 'consent.entries', column: 'chain_mac', ...chain, lastUse: 'at' },
  { table: 'consent.entries', column: 'contact_hashes', ...contact, lastUse: 'at', array: true },
  { table: 'consent.entries', column: 'erased_before', ...chain, lastUse: 'at' },
  { table: 'consent.entries', column: 'erased_mac', ...chain, lastUse: 'at' },
  { table: 'consent.entries', column: 'mac', ...chain, lastUse: 'at' },
  { table: 'consent.head', column: 'mac', ...chain },
  { table: 'consent.head', column: 'seal', ...chain },
  { table: 'consent.wordings', column: 'mac', ...chain, lastUse: 'first_shown_at' },
  { table: 'consultations.calls', column: 'phone_hash', ...contact, lastUse: 'called_at' },
  { table: 'consultations.consultations', column: 'email_hash', ...contact, lastUse: 'coalesce(active_at, opened_at)' },
  { table: 'consultations.consultations', column: 'number_link_hash', ...token, lastUse: 'number_struck_at' },
  { table: 'consultations.consultations', column: 'phone_hash', ...contact, lastUse: 'coalesce(active_at, opened_at)' },
  { table: 'consultations.number_aliases', column: 'hash', ...contact },
  { table: 'consultations.number_aliases', column: 'number_hash', ...contact },
  { table: 'consultations.numbers', column: 'hash', ...contact, lastUse: 'greatest(called_at, offer_at)' },
  { table: 'customers.bounced_addresses', column: 'contact_hash', ...contact, lastUse: 'bounced_at' },
  { table: 'customers.discounts', column: 'contact_hash', ...contact, lastUse: 'coalesce(consumed_at, granted_at)' },
  { table: 'customers.do_not_contact', column: 'contact_hash', ...contact, lastUse: 'created_at' },
  { table: 'customers.messages', column: 'contact_hash', ...contact, lastUse: 'created_at' },
  { table: 'customers.messages', column: 'recipient_hash', ...contact, lastUse: 'created_at' },
  { table: 'customers.messages', column: 'subject_version', ...contact, lastUse: 'created_at', text: true },
  { table: 'intakes.intakes', column: 'link_hash', ...token, again: true },
  { table: 'intakes.intakes', column: 'submitter_hash', ...contact, lastUse: 'created_at' },
  { table: 'intakes.links', column: 'hash', ...token, lastUse: 'created_at' },
  { table: 'market.anonymous_reads', column: 'caller', ...contact, lastUse: 'read_at' },
  { table: 'portal.authenticator_resets', column: 'stop_hash', ...token, lastUse: 'expires_at' },
  { table: 'portal.authenticator_resets', column: 'token_hash', ...token, lastUse: 'expires_at' },
  { table: 'agent_console.sessions', column: 'token_hash', ...token, lastUse: 'last_seen_at' },
  { table: 'portal.invitations', column: 'token_hash', ...token, lastUse: 'expires_at' },
  { table: 'portal.known_devices', column: 'previous_hash', ...token, lastUse: 'last_used_at' },
  { table: 'portal.known_devices', column: 'token_hash', ...token, lastUse: 'last_used_at' },
  { table: 'portal.pairings', column: 'code_hash', ...token, lastUse: 'expires_at' },
  { table: 'portal.recovery_codes', column: 'code_hash', ...token, lastUse: 'used_at' },
  { table: 'portal.resets', column: 'token_hash', ...token, lastUse: 'expires_at' },
  { table: 'portal.sign_in_tries', column: 'subject', ...contact, lastUse: 'last_at' },
  { table: 'portal.sign_ups', column: 'token_hash', ...token, lastUse: 'expires_at' },
  { table: 'partners.contact_changes', column: 'token_hash', ...token, lastUse: 'expires_at' },
  { table: 'portal.sessions', column: 'token_hash', ...token, lastUse: 'last_seen_at' },
  { table: 'portal.tokens', column: 'token_hash', ...token, lastUse: 'coalesce(last_used_at, created_at)' },
  { table: 'portal.used_challenges', column: 'challenge_hash', ...token, lastUse: 'expires_at' },
  { table: 'referrals.referrals', column: 'link_hash', ...token, again: true },
  { table: 'replies.replies', column: 'contact_hash', ...contact, lastUse: 'received_at' },
  { table: 'vehicles.plate_answers', column: 'plate_hash', ...contact, lastUse: 'expires_at' },
];

/** Bytes made without a key. */
export const keylessColumns: readonly string[] = [
  'platform.assets.content',
  'anchors.anchors.sha256',
  'events.broken_digests.sha256',
  'events.daily_digests.sha256',
  'appraisals.versions.inputs_hash',
  'consent.wordings.hash',
  'platform.idempotency.fingerprint',
  'portal.pairings.challenge',
  'portal.passkeys.credential_id',
  'portal.passkeys.public_key',
];

/** Values made with a key and stored nowhere: they work as long as their key can decrypt. */
export const keyedLinks: readonly string[] = [
  'page-link',
  'language-link',
  'stop-link',
  'access.oidc-start',
  'portal.issuer-start',
  'portal.passkey-challenge',
];
