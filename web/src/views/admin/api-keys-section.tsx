import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { ApiKey } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';

/** Bearer API keys of the institution: label, role, mode and end. */
export function ApiKeysSection({ institutionId }: { readonly institutionId: string }) {
  const { data } = useQuery({
    queryKey: ['keys', institutionId],
    queryFn: () => request('GET /institutions/{institution_id}/keys', { path: { institution_id: institutionId } }),
  });
  const [secret, setSecret] = useState<string>();
  const columns = useMemo(() => columnsFor(institutionId), [institutionId]);
  return (
    <Section title="API keys">
      {secret !== undefined && <OneTimeSecret name="API key" secret={secret} />}
      <DataTable
        caption="API keys"
        columns={columns}
        rows={data?.data ?? none}
        rowId={({ id }) => id}
        empty="No API keys."
      />
      <NewKeyForm institutionId={institutionId} onCreated={setSecret} />
    </Section>
  );
}

export const modes = [
  ['test', 'test'],
  ['live', 'live'],
] as const;
export type Mode = (typeof modes)[number][0];
export const keyRoles = [
  ['full', 'full: read and write'],
  ['read_only', 'read only'],
] as const;
export type KeyRole = (typeof keyRoles)[number][0];

const empty = { mode: 'test' as Mode, role: 'full' as KeyRole, label: '', end: '' };

function NewKeyForm({ institutionId, onCreated }: { readonly institutionId: string; onCreated(secret: string): void }) {
  const [typed, setTyped] = useState(empty);
  const create = useAction('POST /institutions/{institution_id}/keys', 'API key created.', {
    onSuccess: ({ key }) => {
      onCreated(key);
      setTyped(empty);
    },
    inline: true,
  });
  const label = typed.label.trim();
  // A key expires at the end of the chosen day, in the time zone of the user who chooses it.
  const end = typed.end === '' ? undefined : new Date(`${typed.end}T23:59:59`);
  const body = {
    livemode: typed.mode === 'live',
    role: typed.role,
    ...(label === '' ? {} : { label }),
    ...(end === undefined ? {} : { expires_at: end.toISOString() }),
  };
  return (
    <Form
      label="New API key"
      submit={`Create ${typed.mode} key`}
      ready
      pending={create.isPending}
      error={create.error}
      members={['label', 'role', 'livemode', 'expires_at']}
      onSubmit={() => create.mutate({ path: { institution_id: institutionId }, body })}
    >
      <TextField
        label="Key label"
        hint="for example, nightly roster"
        maxLength={100}
        value={typed.label}
        problem={problemOf(create.error, 'label')}
        onChange={(text) => setTyped({ ...typed, label: text })}
      />
      <SelectField
        label="Key mode"
        value={typed.mode}
        options={modes}
        onChange={(mode) => setTyped({ ...typed, mode })}
      />
      <SelectField
        label="Key role"
        value={typed.role}
        options={keyRoles}
        onChange={(role) => setTyped({ ...typed, role })}
      />
      <TextField
        label="Expires after"
        type="date"
        hint="leave empty for no expiry"
        value={typed.end}
        problem={problemOf(create.error, 'expires_at')}
        onChange={(day) => setTyped({ ...typed, end: day })}
      />
    </Form>
  );
}

const none: readonly ApiKey[] = [];

const columnsFor = (institutionId: string): readonly TableColumn<ApiKey>[] => [
  { title: 'Key', cell: ({ key_prefix: prefix }) => <code className="font-mono">{prefix}…</code> },
  { title: 'Label', cell: ({ label }) => label ?? '–', sortBy: ({ label }) => label ?? '' },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Role', cell: ({ role }) => role.replace('_', ' ') },
  { title: 'Created', cell: ({ created_at: at }) => formatDateTime(at), sortBy: ({ created_at: at }) => at },
  { title: 'Expires', cell: ({ expires_at: at }) => (at === null ? 'never' : formatDateTime(at)) },
  {
    title: 'Last used',
    cell: ({ last_used_at: at }) => (at === null ? 'never' : formatDateTime(at)),
    sortBy: ({ last_used_at: at }) => at ?? '',
  },
  {
    title: 'Actions',
    cell: ({ id, revoked_at: revoked }) =>
      revoked === null ? (
        <ActionButton
          call="POST /institutions/{institution_id}/keys/{key_id}/revoke"
          path={{ institution_id: institutionId, key_id: id }}
          success="API key revoked."
          confirm="Revoke this key? It stops working immediately."
        >
          Revoke
        </ActionButton>
      ) : (
        'revoked'
      ),
  },
];
