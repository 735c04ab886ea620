import { Link } from '@tanstack/react-router';
import { usePages } from '#api/pages.ts';
import type { Hold } from '#api/types.ts';
import { moment } from '#lib/format.ts';
import { billed } from '#lib/money.ts';
import { moneyBack } from '#lib/money-back.ts';
import { ActionButton } from '#ui/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';

/** Amounts that owners pre-authorized, and what becomes of them. */
export function HoldsTab() {
  const pages = usePages<Hold>(['holds'], '/holds?limit=50');
  return (
    <Section title="Holds" note="captured or released, never both">
      <PagedTable
        caption="Holds"
        columns={columns}
        pages={pages}
        id={({ id }) => id}
        empty="Nobody has pre-authorized anything."
      />
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
  { title: 'Product', cell: ({ product }) => product, by: ({ product }) => product },
  {
    title: 'Amount',
    cell: ({ amount_cents: cents, credit_cents: credit }) =>
      credit === 0 ? billed(cents) : `${billed(cents)}, less ${billed(credit)} for research`,
    by: ({ amount_cents: cents }) => cents,
  },
  {
    title: 'State',
    cell: (hold) => {
      const { state, wish, failure } = hold;
      return [state, wish && `${wish} asked`, failure, ...moneyBack(hold)].filter(Boolean).join(', ');
    },
    by: ({ state }) => state,
  },
  {
    title: 'Until',
    cell: ({ capture_before: at, expires_soon: soon }) =>
      at === null ? '–' : <span className={soon ? 'font-semibold text-bad' : ''}>{moment(at)}</span>,
    by: ({ capture_before: at }) => at ?? '',
  },
  {
    title: 'Do',
    cell: ({ id, state }) =>
      state === 'held' && (
        <span className="flex flex-wrap gap-1.5">
          <ActionButton path={`/holds/${id}/capture`} done="Capture is asked for." sure="Charge the card?">
            Capture
          </ActionButton>
          <ActionButton path={`/holds/${id}/release`} done="Release is asked for." sure="Let it go for good?">
            Release
          </ActionButton>
        </span>
      ),
  },
];
