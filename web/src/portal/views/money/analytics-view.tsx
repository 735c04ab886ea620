import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTenant, usePortalQuery, type Response } from '#portal/api.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { Funnel } from './funnel.tsx';
import { MoneyChart } from './money-chart.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { MonthTable } from './month-table.tsx';
import { lastDayBefore, type PeriodSearch } from './period.ts';
import { urlAt } from '#portal/request.ts';

type Analytics = Response<'GET /analytics'>;

/** Gains and costs of referrals and plans by month; every number links to its details. */
export function AnalyticsView() {
  useTitle('Analytics');
  const search = useSearch({ strict: false }) as PeriodSearch;
  const query = { from: search.from, to: search.to };
  const { base } = useTenant();
  const { data, error } = usePortalQuery('GET /analytics', { query });
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Analytics</h1>
      <Period search={search} shown={data?.figures} error={error} />
      {error !== null && problemOf(error, 'from') === undefined && (
        <ErrorMessage error={error} back="Go to the portal" />
      )}
      {data === undefined && error === null && <p className="text-soft">Loading</p>}
      {data !== undefined && (
        <>
          <MoneyFigures analytics={data} search={search} />
          <Funnel figures={data.figures} search={search} />
          <Section title="Gains and fees by month">
            <MoneyChart months={data.figures.by_month} />
          </Section>
          <Section title="By month" note={<CsvLink href={urlAt(base, 'GET /analytics.csv', { query })} />}>
            <MonthTable analytics={data} search={search} />
          </Section>
        </>
      )}
    </div>
  );
}

const CsvLink = ({ href }: { readonly href: string }) => (
  <a className="text-accent underline print:hidden" href={href} download>
    Download CSV
  </a>
);

type PeriodProps = {
  readonly search: PeriodSearch;
  readonly shown: Analytics['figures'] | undefined;
  readonly error: Error | null;
};

function Period({ search, shown, error }: PeriodProps) {
  const navigate = useNavigate();
  const set = (change: PeriodSearch): void => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '' && value !== undefined);
    void navigate({ to: '.', search: Object.fromEntries(next) as never, replace: true });
  };
  return (
    <div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <TextField
          type="date"
          label="From"
          problem={problemOf(error, 'from')}
          value={search.from ?? ''}
          onChange={(from) => set({ from })}
        />
        <TextField type="date" label="Until (exclusive)" value={search.to ?? ''} onChange={(to) => set({ to })} />
      </div>
      {shown !== undefined && (
        <p className="text-soft">
          Shown: {shown.from.slice(0, 10)} to {lastDayBefore(shown.to)}, inclusive, in UTC.
        </p>
      )}
    </div>
  );
}
