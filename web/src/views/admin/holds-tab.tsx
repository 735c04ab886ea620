import { Link } from '@tanstack/react-router';
import { request } from '#api/request.ts';
import { usePagedList } from '#ui/paged-list.ts';
import type { Hold } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { formatCentsExact } from '#lib/money.ts';
import { describeState } from '#lib/payments.ts';
import { describeReversals } from '#lib/reversals.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { PaymentActions } from '#views/case/money/payment-actions.tsx';

/** Card holds of customers, to charge, to release and to refund. */
export function HoldsTab() {
  const pages = usePagedList(['holds'], (cursor) => request('GET /holds', { query: { limit: '50', ...cursor } }));
  return (
    <Section title="Holds" note="charged or released, never both">
      <PagedTable caption="Holds" columns={columns} list={pages} rowId={({ id }) => id} empty="No holds." />
    </Section>
  );
}

const columns: readonly TableColumn<Hold>[] = [
  {
    title: 'Case',
    cell: ({ consultation_id: id }) => (
      <Link to="/cases/$id" params={{ id }} className="text-accent underline">
        {id.slice(0, 12)}…
      </Link>
    ),
  },
  { title: 'Product', cell: ({ product }) => product, sortBy: ({ product }) => product },
  {
    title: 'Amount',
    cell: ({ amount_cents: cents, credit_cents: credit }) =>
      credit === 0
        ? formatCentsExact(cents)
        : `${formatCentsExact(cents)}, less ${formatCentsExact(credit)} for research`,
    sortBy: ({ amount_cents: cents }) => cents,
  },
  {
    title: 'State',
    cell: (hold) => {
      const { wish, failure } = hold;
      return [describeState(hold), wish && `${wish} requested`, failure, ...describeReversals(hold)]
        .filter(Boolean)
        .join(', ');
    },
    sortBy: ({ state }) => state,
  },
  {
    title: 'Until',
    cell: ({ capture_before: at, expires_soon: soon }) =>
      at === null ? '–' : <span className={soon ? 'font-semibold text-bad' : ''}>{formatDateTime(at)}</span>,
    sortBy: ({ capture_before: at }) => at ?? '',
  },
  {
    title: 'Actions',
    cell: (hold) => <PaymentActions hold={hold} />,
  },
];
