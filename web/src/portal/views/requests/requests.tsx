import { Link, useSearch } from '@tanstack/react-router';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { usePagedList } from '#ui/paged-list.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { useTitle } from '#ui/title.ts';
import { useTenant, type QueryOf, type Response } from '#portal/api.ts';

import { When } from '#portal/when.tsx';
import { StatusBadge } from './status-badge.tsx';
import { RequestFilters } from './request-filters.tsx';
import { readRequestSearch } from './request-search.ts';
import { requestAt } from '#portal/request.ts';

type Page = Response<'GET /requests'>;
type Row = Page['data'][number];

/** Every call of the institution in the last 30 days. */
export function Requests() {
  useTitle('Requests');
  const { base, mode } = useTenant();
  const search = readRequestSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const query = new URLSearchParams(search).toString();
  const list = usePagedList([base, '/requests', query], (cursor, signal) =>
    requestAt(base, 'GET /requests', { query: { ...(search as QueryOf<'GET /requests'>), ...cursor }, signal }),
  );
  const { rows } = list;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1 className="text-xl font-bold">Requests</h1>
        <button type="button" className="button" disabled={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </button>
      </div>
      <p className="mt-1 max-w-3xl text-soft">
        Calls to /api/gap/v1 with your {mode} keys and credentials over the last 30 days.{' '}
        {mode === 'test'
          ? 'Headers and bodies are kept for 7 days.'
          : 'For live calls, headers, bodies and query values aren’t stored.'}{' '}
        Calls appear about a second after the response. If one of our servers crashes, its last second of calls may be
        missing. Calls to unknown paths or methods aren’t recorded.
      </p>
      <RequestFilters key={query} search={search} />
      <Unrecorded counts={list.pages?.flatMap((page) => page.unrecorded) ?? []} />
      <section className="panel mt-3" aria-label="Calls">
        {list.error !== null && <ErrorMessage error={list.error} back="Go to the portal" />}
        {rows === undefined && list.error === null && <p className="p-3 text-soft">Loading</p>}
        {rows !== undefined && (
          <DataTable
            caption="Calls"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            empty={
              query === ''
                ? 'No calls in the last 30 days. The overview has a first call to try; you need a key.'
                : 'No calls match these filters.'
            }
          />
        )}
        {list.loadMore !== undefined && (
          <p className="p-3">
            <button type="button" className="button" disabled={list.isFetching} onClick={list.loadMore}>
              Show older
            </button>
          </p>
        )}
      </section>
    </>
  );
}

function RequestLink({ row }: { readonly row: Row }) {
  const { institutionId, mode } = useTenant();
  return (
    <Link
      to="/$institutionId/$mode/requests/$requestId"
      params={{ institutionId, mode, requestId: row.id }}
      className="font-mono break-all text-accent underline"
    >
      {row.method} {row.path.replace('/api/gap/v1', '')}
    </Link>
  );
}

const columns: readonly TableColumn<Row>[] = [
  { title: 'Time', cell: ({ at }) => <When at={at} exact /> },
  { title: 'Call', cell: (row) => <RequestLink row={row} /> },
  { title: 'Status', cell: ({ status, replayed }) => <StatusBadge status={status} replayed={replayed} /> },
  { title: 'Error', cell: ({ code }) => <span className="font-mono break-all">{code ?? ''}</span> },
  { title: 'Duration', cell: ({ duration_ms: ms }) => `${ms} ms` },
  { title: 'Credential', cell: ({ credential_id: id }) => <span className="font-mono break-all">{id}</span> },
];

const reasons: Readonly<Record<Page['unrecorded'][number]['reason'], string>> = {
  queue_full: 'too many calls were waiting to be recorded',
  not_written: 'recording failed',
  refused_often: 'one credential was rejected more than 60 times in a minute',
};

function Unrecorded({ counts }: { readonly counts: Page['unrecorded'] }) {
  if (counts.length === 0) return null;
  return (
    <div role="note" className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <p className="font-semibold">Calls that weren’t recorded</p>
      <ul>
        {counts.map(({ minute, reason, calls }) => (
          <li key={`${minute} ${reason}`}>
            {calls.toLocaleString('en-US')} in the minute starting <When at={minute} exact />: {reasons[reason]}.
          </li>
        ))}
      </ul>
    </div>
  );
}
