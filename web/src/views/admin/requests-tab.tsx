import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { customerRequestsQuery } from '#api/queries.ts';
import { serverNow } from '#lib/server-time.ts';
import type { CustomerRequest } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { requestTexts } from '#views/case/own-page-panel.tsx';

/** Open requests that customers made on their own pages, with their due dates. */
export function RequestsTab() {
  const { data, error } = useQuery(customerRequestsQuery);
  return (
    <Section title="Data requests" note="requests owners made on their own pages; open the case to respond">
      {data === undefined ? (
        error !== null && <ErrorMessage error={error} />
      ) : (
        <DataTable
          caption="Data requests"
          columns={columns}
          rows={data.data}
          rowId={({ id }) => id}
          empty="No open requests."
        />
      )}
    </Section>
  );
}

const columns: readonly TableColumn<CustomerRequest>[] = [
  {
    title: 'Case',
    cell: ({ consultation_id: id }) => (
      <Link to="/cases/$id" params={{ id }} className="text-accent underline">
        {id.slice(0, 12)}…
      </Link>
    ),
  },
  { title: 'Request', cell: ({ kind }) => requestTexts[kind], sortBy: ({ kind }) => kind },
  { title: 'Since', cell: ({ created_at: at }) => formatDateTime(at), sortBy: ({ created_at: at }) => at },
  {
    title: 'Respond by',
    cell: ({ due_at: at }) =>
      at === null ? '–' : <span className={isLate(at) ? 'font-semibold text-bad' : ''}>{formatDateTime(at)}</span>,
    sortBy: ({ due_at: at }) => at ?? '',
  },
];

const isLate = (at: string): boolean => Date.parse(at) < serverNow();
