import { useMemo } from 'react';
import { formatCentsExact } from '#lib/money.ts';
import type { Response } from '#portal/api.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { BeforeAfter } from './amounts.tsx';
import { CountedLink } from './counted-link.tsx';
import { milestoneWords } from './milestones.ts';
import { monthWords, type PeriodSearch } from './period.ts';

type Analytics = Response<'GET /analytics'>;
type Month = Analytics['figures']['by_month'][number];
type MonthTableProps = { readonly analytics: Analytics; readonly search: PeriodSearch };

/** The numbers of each month, newest first; each links to its details. */
export function MonthTable({ analytics, search }: MonthTableProps) {
  const columns = useMemo(() => columnsOf(analytics, search), [analytics, search]);
  return (
    <>
      <DataTable
        caption="Figures by month"
        columns={columns}
        rows={analytics.figures.by_month.toReversed()}
        rowId={({ month }) => month}
        empty="No months."
      />
      <p className="p-3 text-soft">
        Exposure covers settlements for which it is known. Days is the median from the borrower’s acceptance to the
        settlement. Months are in UTC; the first and last month include only days in the period.
      </p>
    </>
  );
}

const right = { align: 'right' } as const;

function columnsOf({ lenders, settlement_days: days }: Analytics, search: PeriodSearch): TableColumn<Month>[] {
  const exposure = new Map(lenders.exposure?.by_month.map((month) => [month.month, month]));
  const medians = new Map(days.map(({ month, median_days: median }) => [month, median]));
  const counts = (['created', 'activated', 'settled'] as const).map((milestone) => ({
    title: milestoneWords[milestone],
    ...right,
    cell: (row: Month) => (
      <CountedLink
        milestone={milestone}
        month={row.month}
        search={search}
        what={whatIs(milestoneWords[milestone], row)}
      >
        {row[milestone].toLocaleString('en-US')}
      </CountedLink>
    ),
  }));
  const amounts = (
    [
      ['Gained', 'increase_cents'],
      ['Fees', 'spend_cents'],
    ] as const
  ).map(([title, key]) => ({
    title,
    ...right,
    cell: (row: Month) => (
      <CountedLink milestone="settled" month={row.month} search={search} what={whatIs(title, row)}>
        {formatCentsExact(row[key])}
      </CountedLink>
    ),
  }));
  return [
    { title: 'Month', cell: ({ month }) => <span className="whitespace-nowrap">{month}</span> },
    ...counts,
    ...amounts,
    {
      title: 'Exposure',
      ...right,
      cell: ({ month }) => {
        const gap = exposure.get(month);
        return gap === undefined || gap.known === 0 ? (
          '–'
        ) : (
          <BeforeAfter before={gap.before_cents} after={gap.after_cents} />
        );
      },
    },
    { title: 'Days', ...right, cell: ({ month }) => medians.get(month) ?? '–' },
  ];
}

const whatIs = (title: string, { month }: Month): string => `${title} in ${monthWords(month)}`;
