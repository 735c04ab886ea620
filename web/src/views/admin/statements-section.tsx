import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '#api/request.ts';
import type { List } from '#api/types.ts';
import { billed } from '#lib/money.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Section } from '#ui/section.tsx';

type Statement = {
  readonly id: string;
  readonly number: string;
  readonly period: string;
  readonly status: string;
  readonly amount_cents: number;
};

/** What the institution was billed. */
export function StatementsSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/statements`;
  const { data } = useQuery({ queryKey: ['statements', institutionId], queryFn: () => request<List<Statement>>(path) });
  const columns = useMemo(() => columnsFor(path), [path]);
  return (
    <Section title="Statements">
      <DataTable
        caption="Statements"
        columns={columns}
        rows={data?.data ?? none}
        id={({ id }) => id}
        empty="None yet."
      />
    </Section>
  );
}

const none: readonly Statement[] = [];

const columnsFor = (path: string): readonly TableColumn<Statement>[] => [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Month', cell: ({ period }) => period, by: ({ period }) => period },
  { title: 'Amount', cell: ({ amount_cents: cents }) => billed(cents), by: ({ amount_cents: cents }) => cents },
  { title: 'Status', cell: ({ status }) => status },
  {
    title: 'Paper',
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
