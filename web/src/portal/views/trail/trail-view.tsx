import { useState } from 'react';
import { usePagedList } from '#ui/paged-list.ts';
import { PagedTable } from '#ui/paged-table.tsx';
import { SelectField, TextField } from '#ui/form.tsx';
import { useDebounced } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { useTenant, type QueryOf, type Response } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { requestAt, urlAt } from '#portal/request.ts';

type Page = Response<'GET /trail'>;
type Entry = Page['data'][number];

type Filter = { readonly by: string; readonly subject: string; readonly from: string; readonly to: string };

const nothing: Filter = { by: '', subject: '', from: '', to: '' };

/** Days are of the reader's own calendar; the last one is included. */
function toQuery({ by, subject, from, to }: Filter): QueryOf<'GET /trail.csv'> {
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(by === 'users' || by === 'staff' ? { by } : by === '' ? {} : { user_id: by }),
    ...(subject.trim() === '' ? {} : { subject_id: subject.trim() }),
    ...(from === '' ? {} : { created_from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === '' ? {} : { created_to: end.toISOString() }),
  };
}

const columns = [
  { title: 'When', cell: ({ at }: Entry) => <When at={at} /> },
  { title: 'Who', cell: ({ who }: Entry) => who.name },
  {
    title: 'What',
    cell: ({ did, kind }: Entry) => <span className={kind === 'refused' ? 'text-bad' : ''}>{did}</span>,
  },
  { title: 'Object', cell: ({ subject_id: subject }: Entry) => <code className="font-mono break-all">{subject}</code> },
  {
    title: 'Session or token',
    cell: ({ credential_id: id }: Entry) => <code className="font-mono break-all">{id}</code>,
  },
];

/** Changes at the institution, by its users and by our staff. */
export function TrailView() {
  useTitle('Audit log');
  const { base } = useTenant();
  const [filter, setFilter] = useState(nothing);
  const query = useDebounced(toQuery(filter));
  const list = usePagedList([base, '/trail', query], (cursor) =>
    requestAt(base, 'GET /trail', { query: { ...query, ...cursor } }),
  );
  const set = (change: Partial<Filter>): void => setFilter({ ...filter, ...change });
  const people = new Map(list.rows?.flatMap(({ who }) => (who.id === null ? [] : [[who.id, who.name]])));
  return (
    <>
      <h1 className="text-xl font-bold">Audit log</h1>
      <p className="mt-1 max-w-prose text-soft">
        Changes your users made or were denied at this institution, in both modes, and changes by Makewhole staff to its
        settings, keys, endpoints and statements. Views and our work on referrals aren’t listed.
      </p>
      <form aria-label="Filter" className="my-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label="Who"
          value={filter.by}
          onChange={(by) => set({ by })}
          options={[
            ['', 'Everyone'],
            ['users', 'Your users'],
            ['staff', 'Makewhole staff'],
            ...[...people].map(([id, name]) => [id, name] as const),
          ]}
        />
        <TextField label="Object id" value={filter.subject} onChange={(subject) => set({ subject })} maxLength={200} />
        <TextField label="From" type="date" value={filter.from} onChange={(from) => set({ from })} />
        <TextField label="To" type="date" value={filter.to} onChange={(to) => set({ to })} />
      </form>
      <section className="panel min-w-0 overflow-x-auto" aria-label="Entries">
        <PagedTable
          back="Go to the portal"
          caption="Audit log entries, newest first"
          columns={columns}
          list={list}
          rowId={({ at, request_id: id, operation }) => `${at} ${id ?? ''} ${operation}`}
          empty={Object.values(filter).every((value) => value === '') ? 'No entries yet.' : 'No entries match.'}
        />
      </section>
      <p className="mt-3 flex flex-wrap gap-4">
        {(['csv', 'json'] as const).map((form) => (
          <a key={form} className="text-accent underline" href={urlAt(base, `GET /trail.${form}`, { query })} download>
            Download as {form.toUpperCase()}
          </a>
        ))}
        <span className="text-soft">Uses the filters above.</span>
      </p>
    </>
  );
}
