import { useMemo } from 'react';
import type { Figures } from '#api/types.ts';
import { formatCentsExact } from '#lib/money.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { CasesLink } from './cases-link.tsx';

type Origin = Figures['origins'][number];

/** Where cases come from and how far they get. */
export function OriginsTable({ figures }: { readonly figures: Figures }) {
  const columns = useMemo(() => columnsFor(figures), [figures]);
  return (
    <DataTable
      caption="Cases by platform and institution"
      columns={columns}
      rows={figures.origins}
      rowId={({ kind, id }) => `${kind}/${id}`}
      empty="No cases in this period."
    />
  );
}

const filterOf = ({ kind, id }: Origin) => (kind === 'platform' ? { platform: id } : { institution_id: id });

const columnsFor = (figures: Figures): readonly TableColumn<Origin>[] => [
  {
    title: 'From',
    cell: ({ kind, name }) => (
      <>
        {name === '' ? 'no platform given' : <UntrustedText text={name} max={60} />}{' '}
        <span className="text-soft">{kind}</span>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  ...(['asked', 'confirmed', 'delivered', 'paid', 'settled'] as const).map((step): TableColumn<Origin> => ({
    title: step === 'asked' ? 'Requested' : `${step.charAt(0).toUpperCase()}${step.slice(1)}`,
    cell: (origin) => (
      <CasesLink figures={figures} filter={{ step, ...filterOf(origin) }}>
        {origin[step]}
      </CasesLink>
    ),
    sortBy: (origin) => origin[step],
  })),
  {
    title: 'Received, net of refunds',
    cell: ({ captured_cents: cents }) => formatCentsExact(cents),
    sortBy: ({ captured_cents: cents }) => cents,
  },
];
