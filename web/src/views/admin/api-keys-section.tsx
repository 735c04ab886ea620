import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { ApiKey, ResponseOf } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';

/** Bearer API keys of the institution. */
export function ApiKeysSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/keys`;
  const { data } = useQuery({
    queryKey: ['keys', institutionId],
    queryFn: () => request<ResponseOf<'access.list-partner-keys'>>(path),
  });
  const [secret, setSecret] = useState<string>();
  const create = useAction<ResponseOf<'access.create-partner-key'>>('API key created.', ({ key }) => setSecret(key));
  const columns = useMemo(() => columnsFor(path), [path]);
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
      <div className="flex flex-wrap gap-2 p-3">
        {(['test', 'live'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            className="button"
            disabled={create.isPending}
            onClick={() => create.mutate({ path, body: { livemode: mode === 'live' } })}
          >
            Create {mode} key
          </button>
        ))}
      </div>
    </Section>
  );
}

const none: readonly ApiKey[] = [];

const columnsFor = (path: string): readonly TableColumn<ApiKey>[] => [
  { title: 'Key', cell: ({ key_prefix: prefix }) => <code className="font-mono">{prefix}…</code> },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Created', cell: ({ created_at: at }) => formatDateTime(at), sortBy: ({ created_at: at }) => at },
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
          path={`${path}/${id}/revoke`}
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
