import { usePagedList } from '#ui/paged-list.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatCentsExact } from '#lib/money.ts';
import { useTenant, usePortalQuery } from '#portal/api.ts';

import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { BeforeAfter } from './amounts.tsx';
import { countedColumns, type Counted } from './counted-columns.tsx';
import { CountedStatements } from './counted-statements.tsx';
import { isMilestone, milestoneWords, type Milestone } from './milestones.ts';
import { monthWords, readPeriod, type PeriodSearch } from './period.ts';
import { requestAt } from '#portal/request.ts';

type CountedSearch = PeriodSearch & { readonly milestone: Milestone; readonly month?: string };

const readCounted = (search: Readonly<Record<string, unknown>>): CountedSearch => ({
  ...readPeriod(search),
  milestone: isMilestone(search['milestone']) ? search['milestone'] : 'created',
  ...(typeof search['month'] === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(search['month'])
    ? { month: search['month'] }
    : {}),
});

/** The referrals behind a number of the analytics, and the statements where the number has them. */
export function CountedReferralsView() {
  const search = readCounted(useSearch({ strict: false }) as Readonly<Record<string, unknown>>);
  const { institutionId, mode } = useTenant();
  const { milestone, month } = search;
  const title = `${milestoneWords[milestone]} ${month === undefined ? 'in the selected period' : `in ${monthWords(month)}`}`;
  useTitle(title);
  const span = useSpan(search);
  return (
    <div className="grid gap-4">
      <p>
        <Link
          to="/$institutionId/$mode/analytics"
          params={{ institutionId, mode }}
          search={readPeriod(search) as never}
          className="text-accent underline"
        >
          Analytics
        </Link>
      </p>
      <h1 className="text-xl font-bold">{title}</h1>
      <Referrals search={search} />
      {milestone === 'settled' && mode === 'live' && span !== undefined && (
        <CountedStatements span={span} institutionId={institutionId} />
      )}
    </div>
  );
}

/** The days the number covers, in UTC, from the same response as the number. */
function useSpan(search: CountedSearch): { readonly from: string; readonly to: string } | undefined {
  const { data } = usePortalQuery('GET /analytics', { query: { from: search.from, to: search.to } });
  if (data === undefined) return undefined;
  const [from, to] = [data.figures.from.slice(0, 10), data.figures.to.slice(0, 10)];
  const { month } = search;
  if (month === undefined) return { from, to };
  const [first, last] = [`${month}-01`, `${month}-32`];
  return { from: first > from ? first : from, to: last < to ? last : to };
}

function Referrals({ search }: { readonly search: CountedSearch }) {
  const { base } = useTenant();
  const { from, to, milestone, month } = search;
  const columns = useMemo(() => countedColumns(milestone), [milestone]);
  const list = usePagedList(
    [base, 'counted', search],
    (cursor, signal) => {
      const query = { limit: '100', milestone, month, from, to, ...cursor };
      return requestAt(base, 'GET /analytics/referrals', { query, signal });
    },
    { keep: false },
  );
  const rows = list.rows ?? [];
  return (
    <Section
      title="Referrals"
      note={list.rows === undefined ? undefined : shownNote(rows.length, list.loadMore !== undefined)}
    >
      {list.error !== null && <ErrorMessage error={list.error} back="Go to the portal" />}
      {list.rows === undefined && list.error === null && <p className="p-3 text-soft">Loading</p>}
      {list.rows !== undefined && (
        <DataTable caption="Referrals" rows={rows} rowId={({ id }) => id} empty="None." columns={columns} />
      )}
      {milestone === 'settled' && rows.length > 0 && <Sums rows={rows} />}
      {list.loadMore !== undefined && (
        <p className="p-3">
          <button type="button" className="button" disabled={list.isFetching} onClick={list.loadMore}>
            Show more
          </button>
        </p>
      )}
    </Section>
  );
}

const shownNote = (count: number, more: boolean): string =>
  more ? `the first ${count.toLocaleString('en-US')}` : count.toLocaleString('en-US');

function Sums({ rows }: { readonly rows: readonly Counted[] }) {
  const sum = (of: (row: Counted) => number | null | undefined): number =>
    rows.reduce((total, row) => total + (of(row) ?? 0), 0);
  const known = rows.some(({ exposure }) => exposure !== null);
  return (
    <p className="p-3 font-semibold">
      Total: gained {formatCentsExact(sum((row) => row.improvement_cents))}, your fees{' '}
      {formatCentsExact(sum((row) => row.fee_cents))}
      {known && (
        <>
          , exposure{' '}
          <BeforeAfter
            before={sum((row) => row.exposure?.before_cents)}
            after={sum((row) => row.exposure?.after_cents)}
          />
        </>
      )}
      .
    </p>
  );
}
