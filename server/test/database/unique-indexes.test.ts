import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { preparedStatements } from '#platform/db';
import { listSourceFiles } from './declared-statements.ts';
import { useDatabase } from './use-database.ts';

const database = useDatabase();

/** Random columns: two clients never produce the same value. */
const random = ['id', 'token_hash', 'link_hash', 'key_hash', 'code_hash', 'stop_hash', 'number_link_hash', 'hash'];

/**
 * The error that a client gets, or the reason why no client can violate the index. Left out: indexes on random columns,
 * and indexes that every insert into their table names in `on conflict`; an update that violates one of those throws
 * VinTaken.
 */
const answers: Readonly<Record<string, readonly string[]>> = {
  '409, translated from the violation': ['refunds_one_requested', 'event_recoveries_running', 'legal_holds_in_force'],
  'inserted by the builder or a function, with on conflict': [
    'members_email_key',
    'passkeys_credential_id_key',
    'issuers_pkey',
    'contact_changes_institution_id_kind_key',
    'agent_settings_pkey',
    'counters_pkey',
    'budgets_pkey',
    'models_pkey',
    'day_tables_pkey',
  ],
  'the row it belongs to is locked, or a lock by name is held, and it is read again before the insert': [
    'agent_keys_living',
    'endpoints_agent',
    'consultations_source_source_id_key',
    'calls_attempt',
    'documents_intake_id_sha256_key',
    'checkouts_consultation_id_key',
    'holds_one_standing',
    'payments_once',
    'payments_hold_id_attempt_key',
    'payments_of_page',
    'earlier_terms_pkey',
    'replies_provider',
    'versions_appraisal_id_number_key',
    'versions_appraisal_id_revision_key',
    'statement_changes_pkey',
    'portal_invitations_open',
    'portal_authenticator_resets_open',
    'identities_pkey',
    'identities_of_user',
    'members_oidc',
    'entries_pkey',
    'entries_seq',
  ],
  'of an id that was made in the same transaction': [
    'profiles_pkey',
    'long_writers_pkey',
    'plate_lookups_pkey',
    'pending_uploads_pkey',
    'sign_ups_institution_id_key',
    'statement_vehicles_pkey',
    'users_email_key',
    'role_assignments_pkey',
    'discounts_pkey',
    'rows_pkey',
    'blocks_pkey',
    'plan_rows_pkey',
  ],
  'written by a trigger, which leaves what is there': ['search_terms_pkey'],
  'numbered by a sequence or a locked counter, or written by migrations and operators alone': [
    'consultations_number_key',
    'statements_number_key',
    'terms_history_pkey',
    'head_pkey',
    'log_epochs_pkey',
  ],
  'of an id that the payment provider made': [
    'holds_session_id_key',
    'holds_intent_id_key',
    'holds_setup_session_id_key',
    'refunds_provider_refund_id_key',
  ],
  'written by the worker alone': [
    'attempts_pkey',
    'listings_pkey',
    'review_records_institution_id_livemode_referral_id_key',
  ],
};

type Index = { readonly name: string; readonly table: string; readonly columns: string[] };

const uniqueIndexes = `select c.relname as name, i.indrelid::regclass::text as table,
    array(select a.attname::text from unnest(i.indkey) with ordinality k(n, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by place) as columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where i.indisunique and not c.relispartition and n.nspname !~ '^(pg_|pgboss)'`;

/**
 * The columns that each insert into a table names in `on conflict`; undefined if it has no such clause, so that a
 * conflict is an error.
 */
function readInserts(): Map<string, (string[] | undefined)[]> {
  const inserts = new Map<string, (string[] | undefined)[]>();
  for (const text of preparedStatements.values())
    for (const part of text.split(/(?=insert into )/).filter((one) => one.startsWith('insert into '))) {
      const [, table = ''] = /^insert into ([\w.]+)/.exec(part) ?? [];
      const target = /on conflict\s*(?:\(([^)]*)\))?/.exec(part);
      const columns = target === null ? undefined : (target[1] ?? '').split(',').map((column) => column.trim());
      inserts.set(table, [...(inserts.get(table) ?? []), columns]);
    }
  return inserts;
}

it('every unique index that a client could violate has an error response, or a reason why no client can violate it', async () => {
  // Only files that contain a statement, so that other tests in the same process add none.
  const files = listSourceFiles().filter(
    (path) => path.endsWith('store.ts') || /\bprepared(?:Insert)?[<(]/.test(readFileSync(path, 'utf8')),
  );
  for (const file of files) await import(file);
  const inserts = readInserts();
  const isHandled = ({ table, columns }: Index): boolean => {
    const targets = inserts.get(table);
    const names = (target: string[] | undefined) => target?.join() === '' || target?.join() === columns.join();
    return targets !== undefined && targets.every(names);
  };
  const indexes = await database.current.db.many<Index>({ text: uniqueIndexes, values: [] });
  const open = indexes.filter((one) => !one.columns.some((column) => random.includes(column)) && !isHandled(one));
  const names = [...new Set(open.map(({ name }) => name))];
  const listed = Object.values(answers).flat();
  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
}, 120_000);
