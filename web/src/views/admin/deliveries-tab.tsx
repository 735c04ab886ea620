import { useState } from 'react';
import { usePagedList } from '#api/paged-list.ts';
import type { Delivery } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton } from '#ui/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';

const states: readonly Delivery['state'][] = ['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'];

/** Webhook deliveries and their attempts. */
export function DeliveriesTab({ endpointId }: { readonly endpointId?: string }) {
  const [state, setState] = useState('');
  const query = new URLSearchParams({
    limit: '50',
    ...(state === '' ? {} : { state }),
    ...(endpointId === undefined ? {} : { endpoint_id: endpointId }),
  });
  const pages = usePagedList<Delivery>(['deliveries', state, endpointId], `/deliveries?${query}`);
  return (
    <Section title="Deliveries" note="newest first">
      <label className="flex items-center gap-2 px-3 pt-3 text-soft">
        State
        <select className="field w-auto" value={state} onChange={(event) => setState(event.target.value)}>
          <option value="">all</option>
          {states.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <PagedTable caption="Deliveries" columns={columns} list={pages} rowId={({ id }) => id} empty="No deliveries." />
    </Section>
  );
}

const describeAttempts = ({ attempts }: Delivery): string => {
  const last = attempts.at(-1);
  return last === undefined
    ? 'no attempts yet'
    : `${attempts.length}×, last: ${last.status ?? last.cause} (${last.duration_ms.toLocaleString('en-US')} ms)`;
};

const columns: readonly TableColumn<Delivery>[] = [
  { title: 'Created', cell: ({ created_at: at }) => formatDateTime(at), sortBy: ({ created_at: at }) => at },
  { title: 'Event', cell: ({ type }) => type, sortBy: ({ type }) => type },
  { title: 'Endpoint', cell: ({ endpoint_id: id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'State', cell: ({ state }) => state, sortBy: ({ state }) => state },
  { title: 'Attempts', cell: describeAttempts },
  {
    title: 'Actions',
    cell: ({ id }) => (
      <ActionButton path={`/deliveries/${id}/resend`} success="Delivery queued again.">
        Resend
      </ActionButton>
    ),
  },
];
