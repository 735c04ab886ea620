import { useState } from 'react';
import { usePages } from '#api/pages.ts';
import { moment } from '#lib/format.ts';
import { ActionButton } from '#ui/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';

type Delivery = {
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: readonly {
    readonly status: number | null;
    readonly cause: string;
    readonly duration_ms: number;
  }[];
  readonly next_attempt_at: string | null;
  readonly created_at: string;
};

const states = ['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'];

/** What was told to others, and what did not arrive. */
export function DeliveriesTab({ endpointId }: { readonly endpointId?: string }) {
  const [state, setState] = useState('');
  const query = new URLSearchParams({
    limit: '50',
    ...(state === '' ? {} : { state }),
    ...(endpointId === undefined ? {} : { endpoint_id: endpointId }),
  });
  const pages = usePages<Delivery>(['deliveries', state, endpointId], `/deliveries?${query}`);
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
      <PagedTable caption="Deliveries" columns={columns} pages={pages} id={({ id }) => id} empty="There is none." />
    </Section>
  );
}

const lastOf = ({ attempts }: Delivery): string => {
  const last = attempts.at(-1);
  return last === undefined
    ? 'not tried yet'
    : `${attempts.length}×, last: ${last.status ?? last.cause} (${last.duration_ms.toLocaleString('en-US')} ms)`;
};

const columns: readonly TableColumn<Delivery>[] = [
  { title: 'When', cell: ({ created_at: at }) => moment(at), by: ({ created_at: at }) => at },
  { title: 'Event', cell: ({ type }) => type, by: ({ type }) => type },
  { title: 'Endpoint', cell: ({ endpoint_id: id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'State', cell: ({ state }) => state, by: ({ state }) => state },
  { title: 'Attempts', cell: lastOf },
  {
    title: 'Again',
    cell: ({ id }) => (
      <ActionButton path={`/deliveries/${id}/resend`} done="It is on its way again.">
        Resend
      </ActionButton>
    ),
  },
];
