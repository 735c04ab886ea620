import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#api/request.ts';
import type { ResponseOf, Statement } from '#api/types.ts';
import { formatCentsExact } from '#lib/money.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Section } from '#ui/section.tsx';

/** Monthly statements of the institution. */
export function StatementsSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/statements`;
  const { data } = useQuery({
    queryKey: ['statements', institutionId],
    queryFn: () => request<ResponseOf<'plans.list-statements-of'>>(path),
  });
  const columns = useMemo(() => columnsFor(path), [path]);
  return (
    <Section title="Statements">
      <DataTable
        caption="Statements"
        columns={columns}
        rows={data?.data ?? none}
        rowId={({ id }) => id}
        empty="No statements yet."
      />
    </Section>
  );
}

const none: readonly Statement[] = [];

const columnsFor = (path: string): readonly TableColumn<Statement>[] => [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Month', cell: ({ period }) => period, sortBy: ({ period }) => period },
  {
    title: 'Amount',
    cell: ({ amount_cents: cents }) => formatCentsExact(cents),
    sortBy: ({ amount_cents: cents }) => cents,
  },
  { title: 'Status', cell: ({ status }) => status },
  {
    title: 'Download',
    cell: ({ id }) => (
      <span className="flex gap-3">
        {['pdf', 'csv'].map((kind) => (
          <a key={kind} href={`/api/staff/v1${path}/${id}.${kind}`} download className="text-accent underline">
            {kind.toUpperCase()}
          </a>
        ))}
      </span>
    ),
  },
];
