import { useQuery } from '@tanstack/react-query';
import { request, urlOf } from '#api/request.ts';
import type { ActivationCohort, Figures } from '#api/types.ts';
import { formatCentsExact } from '#lib/money.ts';
import { DownloadLink } from '#board/download-link.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';

/** What settlements of a period left for the lenders' GAP programs; the ledger has each of them. */
export function ExposureFigures({ figures: { exposure, from, to } }: { readonly figures: Figures }) {
  const query = { from, to };
  const ledger = (
    <p className="flex flex-wrap gap-2 px-3 pb-3">
      <DownloadLink href={urlOf('GET /exposure/ledger.csv', { query })}>Exposure ledger (CSV)</DownloadLink>
      <DownloadLink href={urlOf('GET /exposure/ledger.pdf', { query })}>Exposure ledger (PDF)</DownloadLink>
    </p>
  );
  return (
    <Section title="GAP exposure" note="referrals settled in this period, based on vehicle values before tax and fees">
      {exposure === null ? (
        <p className="p-3 text-soft">Too many settlements to add up; choose a shorter period.</p>
      ) : (
        <Bars exposure={exposure} />
      )}
      {ledger}
    </Section>
  );
}

function Bars({ exposure }: { readonly exposure: NonNullable<Figures['exposure']> }) {
  const most = Math.max(1, exposure.before_cents, exposure.after_cents);
  const bars = [
    ['GAP at first offer', exposure.before_cents, 'fill-edge'],
    ['GAP at settlement', exposure.after_cents, 'fill-edge'],
    ['Reduction', exposure.reduction_cents, 'fill-good'],
    ...(exposure.growth_cents > 0 ? [['Growth', exposure.growth_cents, 'fill-bad'] as const] : []),
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 p-3">
        {bars.map(([title, cents, fill]) => (
          <div key={title} className="contents">
            <dt className="text-soft">{title}</dt>
            <dd aria-hidden>
              <svg className="block h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect width={(cents / most) * 100} height="1" className={fill} />
              </svg>
            </dd>
            <dd className="text-right font-semibold">{formatCentsExact(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="px-3 pb-2 text-soft">
        Settled: {exposure.settled}. Counted: {exposure.known}. Not counted because data is missing: {exposure.unknown}.
      </p>
    </>
  );
}

const columns: readonly TableColumn<ActivationCohort>[] = [
  { title: 'Invited in', cell: ({ month }) => month },
  { title: 'Invited', cell: ({ invited }) => invited },
  { title: 'Activated', cell: ({ activated }) => activated },
  { title: 'Still open', cell: ({ open }) => open },
  { title: 'Rate', cell: ({ activation_rate: rate }) => `${(rate * 100).toFixed(1)} %` },
];

/** Of the invitations of each month of the last year, how many became cases by now. */
export function ActivationFigures() {
  const { data, error } = useQuery({
    queryKey: ['lender-analytics'],
    queryFn: () => request('GET /analytics/lenders'),
  });
  return (
    <Section title="Activation by invitation month" note="referrals from the last year, and their current status">
      {data === undefined ? (
        error === null ? (
          <p className="p-3 text-soft">Loading…</p>
        ) : (
          <ErrorMessage error={error} />
        )
      ) : (
        <DataTable
          caption="Activation by invitation month"
          columns={columns}
          rows={data.activation}
          rowId={({ month }) => month}
          empty="No invitations in the last year."
        />
      )}
    </Section>
  );
}
