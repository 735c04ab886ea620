import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { PagedTable } from '#ui/paged-table.tsx';
import { SelectField, TextField } from '#ui/form.tsx';
import { useDebounced } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { useTenant, type Response } from '#portal/api.ts';
import { ReferralLink } from '#portal/views/referrals/referral-link.tsx';
import { When } from '#portal/when.tsx';
import { EventsTabs } from './events-tabs.tsx';
import { eventTypes, type EventType } from './event-types.ts';
import { usePagedList } from '#ui/paged-list.ts';
import { requestAt } from '#portal/request.ts';

type EventRow = Response<'GET /events'>['data'][number];

const days = [
  ['', 'Everything stored (30 days)'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
] as const;

const columnsAt = (place: { readonly institutionId: string; readonly mode: string }) => [
  {
    title: 'Time',
    cell: (row: EventRow) => <When at={row.created_at} exact />,
  },
  {
    title: 'Type',
    cell: (row: EventRow) => (
      <Link
        to="/$institutionId/$mode/events/$eventId"
        params={{ ...place, eventId: row.id }}
        className="text-accent underline"
      >
        {row.type}
      </Link>
    ),
  },
  { title: 'Object', cell: (row: EventRow) => <ReferralLink id={row.object_id} /> },
  { title: 'Event', cell: (row: EventRow) => <code className="font-mono break-all">{row.id}</code> },
];

type Filter = {
  readonly type: EventType | '';
  readonly object: string;
  readonly days: string;
  readonly from: string;
};

const emptyWords = {
  test: 'No events yet. Create a sample under Test objects, or send a referral with a test key, and its events appear here.',
  live: 'No events yet. Your first live referral or enrollment creates the first one.',
} as const;

/** The institution's log in the order of the log, newest first. */
export function EventLog() {
  useTitle('Events');
  const { base, institutionId, mode } = useTenant();
  const [filter, setFilter] = useState<Filter>({ type: '', object: '', days: '', from: '' });
  const objectId = useDebounced(filter.object.trim());
  const query = {
    ...(filter.type === '' ? {} : { type: filter.type }),
    ...(objectId === '' ? {} : { object_id: objectId }),
    ...(filter.from === '' ? {} : { created_from: filter.from }),
  };
  const list = usePagedList(
    [base, '/events', query],
    (cursor, signal) => requestAt(base, 'GET /events', { query: { ...query, ...cursor }, signal }),
    { keep: false },
  );
  return (
    <>
      <h1 className="text-xl font-bold">Events</h1>
      <p className="mt-1 text-soft">
        Every change we notify you about, in the order recorded. Events are stored for 30 days.
      </p>
      <EventsTabs />
      <section className="panel" aria-label="Log">
        <Filters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
        <PagedTable
          back="Go to the portal"
          caption="Events"
          columns={columnsAt({ institutionId, mode })}
          list={list}
          rowId={(row) => row.id}
          empty={Object.keys(query).length === 0 ? emptyWords[mode] : 'No events match these filters.'}
        />
      </section>
    </>
  );
}

type FiltersProps = { readonly filter: Filter; onChange(change: Partial<Filter>): void };

function Filters({ filter, onChange }: FiltersProps) {
  const since = (chosen: string): string =>
    chosen === '' ? '' : new Date(serverNow() - Number(chosen) * 86_400_000).toISOString();
  return (
    <div className="grid gap-3 p-3 sm:grid-cols-3">
      <SelectField
        label="Type"
        value={filter.type}
        onChange={(type) => onChange({ type })}
        options={[['', 'All types'], ...eventTypes.map((one) => [one, one] as const)]}
      />
      <TextField
        label="Object id"
        value={filter.object}
        onChange={(object) => onChange({ object })}
        maxLength={100}
        mono
        hint="ref_, enr_ or stm_"
      />
      <SelectField
        label="Time"
        value={filter.days}
        onChange={(chosen) => onChange({ days: chosen, from: since(chosen) })}
        options={days}
      />
    </div>
  );
}
