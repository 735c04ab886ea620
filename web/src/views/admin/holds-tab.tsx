import { Link } from '@tanstack/react-router';
import { usePagedList } from '#api/paged-list.ts';
import type { Hold } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { formatCentsExact } from '#lib/money.ts';
import { describeReversals } from '#lib/reversals.ts';
import { ActionButton } from '#ui/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';

/** Card holds of customers, to capture or release. */
export function HoldsTab() {
  const pages = usePagedList<Hold>(['holds'], '/holds?limit=50');
  return (
    <Section title="Holds" note="captured or released, never both">
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
      const { state, wish, failure } = hold;
      return [state, wish && `${wish} requested`, failure, ...describeReversals(hold)].filter(Boolean).join(', ');
    },
    sortBy: ({ state }) => state,
  },
  {
    title: 'Capture by',
    cell: ({ capture_before: at, expires_soon: soon }) =>
      at === null ? '–' : <span className={soon ? 'font-semibold text-bad' : ''}>{formatDateTime(at)}</span>,
    sortBy: ({ capture_before: at }) => at ?? '',
  },
  {
    title: 'Actions',
    cell: ({ id, state }) =>
      state === 'held' && (
        <span className="flex flex-wrap gap-1.5">
          <ActionButton path={`/holds/${id}/capture`} success="Capture requested." confirm="Charge the card?">
            Capture
          </ActionButton>
          <ActionButton
            path={`/holds/${id}/release`}
            success="Release requested."
            confirm="Release this hold permanently?"
          >
            Release
          </ActionButton>
        </span>
      ),
  },
];
