import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { List } from '#api/types.ts';
import { moment } from '#lib/format.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Section, ShownOnce } from '#ui/section.tsx';

type Key = {
  readonly id: string;
  readonly livemode: boolean;
  readonly role: string;
  readonly label: string | null;
  readonly key_prefix?: string;
  readonly prefix?: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

/** Keys that the institution shows as they are. */
export function KeysSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/keys`;
  const { data } = useQuery({ queryKey: ['keys', institutionId], queryFn: () => request<List<Key>>(path) });
  const [made, setMade] = useState<string>();
  const create = useAction<{ key: string }>('The key is made.', ({ key }) => setMade(key));
  const columns = useMemo(() => columnsFor(path), [path]);
  return (
    <Section title="Keys">
      {made !== undefined && <ShownOnce name="The key" secret={made} />}
      <DataTable caption="Keys" columns={columns} rows={data?.data ?? none} id={({ id }) => id} empty="It has none." />
      <div className="flex flex-wrap gap-2 p-3">
        {(['test', 'live'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            className="button"
            disabled={create.isPending}
            onClick={() => create.mutate({ path, body: { livemode: mode === 'live' } })}
          >
            Make a {mode} key
          </button>
        ))}
      </div>
    </Section>
  );
}

const none: readonly Key[] = [];

const columnsFor = (path: string): readonly TableColumn<Key>[] => [
  { title: 'Key', cell: (key) => <code className="font-mono">{key.key_prefix ?? key.prefix ?? key.id}…</code> },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Made', cell: ({ created_at: at }) => moment(at), by: ({ created_at: at }) => at },
  {
    title: 'Last used',
    cell: ({ last_used_at: at }) => (at === null ? 'never' : moment(at)),
    by: ({ last_used_at: at }) => at ?? '',
  },
  {
    title: 'Change',
    cell: ({ id, revoked_at: revoked }) =>
      revoked === null ? (
        <ActionButton path={`${path}/${id}/revoke`} done="The key is revoked." sure="It stops working now. Revoke it?">
          Revoke
        </ActionButton>
      ) : (
        'revoked'
      ),
  },
];
