import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { request, urlOf } from '#api/request.ts';
import type { Figures, QueryOf } from '#api/types.ts';
import { formatDuration, humanize } from '#lib/format.ts';
import { formatCentsExact, formatCentsRounded } from '#lib/money.ts';
import { shiftDay } from '#lib/periods.ts';
import { ErrorMessage, StaleWarning } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { CasesLink } from './cases-link.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { ActivationFigures, ExposureFigures } from './lender-figures.tsx';
import { LateCallbacks } from './late-callbacks.tsx';
import { OriginsTable } from './origins-table.tsx';
import { PeopleTable } from './people-table.tsx';
import { ReachMap } from './reach-map.tsx';

const ranges = ['day', 'week', 'month'] as const;

/** For leads: what became of the cases of a day, week or month, by the team's clock. Every number opens its cases. */
export function FiguresView() {
  const { range = 'day', on } = useSearch({ from: '/figures' });
  const query = { range, on };
  const { data, error } = useQuery({
    queryKey: ['figures', query],
    queryFn: () => request('GET /board/figures', { query }),
  });
  useTitle(`Figures: ${range}`);
  return (
    <div className="grid gap-3 p-3 sm:p-4 lg:grid-cols-2">
      <PeriodBar range={range} figures={data} query={query} />
      {data === undefined ? (
        error === null ? (
          <p className="text-soft">Loading…</p>
        ) : (
          <ErrorMessage error={error} />
        )
      ) : (
        <>
          {error !== null && <StaleWarning error={error} />}
          <FigureSections figures={data} />
        </>
      )}
      <div className="lg:col-span-2">
        <LateCallbacks />
      </div>
    </div>
  );
}

type PeriodBarProps = {
  readonly range: (typeof ranges)[number];
  readonly figures: Figures | undefined;
  readonly query: QueryOf<'GET /board/figures'>;
};

function PeriodBar({ range, figures, query }: PeriodBarProps) {
  const navigate = useNavigate({ from: '/figures' });
  const on = figures?.on;
  const go = (days: -1 | 1) => on !== undefined && void navigate({ search: { range, on: shiftDay(on, range, days) } });
  return (
    <header className="flex flex-wrap items-center gap-2 lg:col-span-2">
      <h1 className="text-lg font-bold">Figures</h1>
      <div role="group" aria-label="Period" className="flex flex-wrap gap-1">
        {ranges.map((one) => (
          <Link
            key={one}
            to="/figures"
            search={{ range: one, ...(on === undefined ? {} : { on }) }}
            className={`button ${one === range ? 'border-accent text-accent' : ''}`}
            aria-current={one === range ? 'true' : undefined}
          >
            {one}
          </Link>
        ))}
      </div>
      <button type="button" className="button" aria-label={`The ${range} before`} onClick={() => go(-1)}>
        ←
      </button>
      <label className="flex items-center gap-2 text-soft">
        Day
        <input
          type="date"
          className="field w-auto"
          value={on ?? ''}
          onChange={({ target: { value } }) => value !== '' && void navigate({ search: { range, on: value } })}
        />
      </label>
      <button type="button" className="button" aria-label={`The ${range} after`} onClick={() => go(1)}>
        →
      </button>
      <Link to="/figures" search={{ range }} className="button">
        Today
      </Link>
      <a href={urlOf('GET /board/figures.csv', { query })} download className="button">
        CSV
      </a>
      {figures !== undefined && <span className="text-soft">days in {figures.zone.replaceAll('_', ' ')}</span>}
    </header>
  );
}

function FigureSections({ figures }: { readonly figures: Figures }) {
  const { first_call: first } = figures;
  return (
    <>
      <Section title="Funnel" note="cases requested in this period, and their progress so far">
        <FunnelChart figures={figures} />
      </Section>
      <div className="grid content-start gap-3">
        <Section title="First call" note="from the request to the first call">
          <p className="p-3">
            <span className="text-2xl font-bold">
              {first.median_s === null ? '–' : formatDuration(first.median_s * 1000)}
            </span>{' '}
            <span className="text-soft">median of</span>{' '}
            <CasesLink figures={figures} filter={{ step: 'called' }}>
              {first.called} called
            </CasesLink>
          </p>
        </Section>
        <Improvement figures={figures} />
        <Holds figures={figures} />
      </div>
      <div className="lg:col-span-2">
        <Section title="Reach by hour" note="calls in this period; darker means more calls reached someone">
          <ReachMap figures={figures} />
        </Section>
      </div>
      <div className="lg:col-span-2">
        <Section title="Outcomes by person" note="calls in this period">
          <PeopleTable figures={figures} />
        </Section>
      </div>
      <ExposureFigures figures={figures} />
      <ActivationFigures />
      <div className="lg:col-span-2">
        <Section title="By platform and institution" note="cases requested in this period">
          <OriginsTable figures={figures} />
        </Section>
      </div>
    </>
  );
}

const countCases = (count: number): string => (count === 1 ? '1 case' : `${count} cases`);

function Improvement({ figures }: { readonly figures: Figures }) {
  const { known, unknown, won_cents: won, with_gap: withGap, without_gap: withoutGap } = figures.improvement;
  const { promised_cents: promised, won_with_gap_cents: wonWithGap } = figures.improvement;
  const most = Math.max(1, promised, won);
  const bars = [
    [`Gap estimated by the market read (${countCases(withGap)})`, promised, 'fill-edge'],
    ['Improvement in these cases', wonWithGap, 'fill-good'],
    [`Improvement in all cases (${countCases(known)})`, won, 'fill-good'],
  ] as const;
  return (
    <Section title="Estimated and won" note="settled cases with known pre-tax vehicle values">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 p-3">
        {bars.map(([title, cents, fill]) => (
          <div key={title} className="contents">
            <dt className="text-soft">{title}</dt>
            <dd aria-hidden>
              <svg className="block h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect width={Math.max(0, (cents / most) * 100)} height="1" className={fill} />
              </svg>
            </dd>
            <dd className="text-right font-semibold">{formatCentsRounded(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="px-3 pb-3 text-soft">
        <CasesLink figures={figures} filter={{ improvement: 'known' }}>
          {known} known
        </CasesLink>
        ,{' '}
        <CasesLink figures={figures} filter={{ improvement: 'unknown' }}>
          {unknown} unknown
        </CasesLink>
        {withoutGap > 0 && `; the market read showed no gap to ${countCases(withoutGap)} of the known ones`}
      </p>
    </Section>
  );
}

const holdStates = [
  ['held', 'held'],
  ['saved', 'cards saved, nothing held'],
  ['captured', 'captured'],
  ['released', 'released'],
] as const;

function Holds({ figures }: { readonly figures: Figures }) {
  return (
    <Section title="Card payments" note="for these cases; captured amounts are net of refunds and lost disputes">
      {figures.holds.length === 0 && <p className="p-3 text-soft">None yet.</p>}
      {figures.holds.map((hold) => (
        <p key={hold.product} className="flex flex-wrap gap-x-4 gap-y-1 p-3">
          <strong>{humanize(hold.product)}</strong>
          {holdStates.map(([state, title]) => (
            <span key={state}>
              <CasesLink figures={figures} filter={{ hold: state, product: hold.product }}>
                {hold[state]} {title}
              </CasesLink>
              , {state === 'saved' && 'up to '}
              {formatCentsExact(hold[`${state}_cents`])}
            </span>
          ))}
        </p>
      ))}
    </Section>
  );
}
