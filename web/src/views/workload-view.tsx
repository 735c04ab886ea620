import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { workloadQuery } from '#api/queries.ts';
import type { Load } from '#api/types.ts';
import { formatDateTime, laneTitles } from '#lib/format.ts';
import { formatCents } from '#lib/money.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';

/** For leads: open cases by column and age, and who is calling. */
export function WorkloadView() {
  const { data, error } = useQuery(workloadQuery);
  useTitle('Workload');
  if (data === undefined)
    return error === null ? <p className="p-4 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  const total = data.lanes.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-3 p-3 sm:p-4 lg:grid-cols-2">
      <h1 className="text-lg font-bold lg:col-span-2">Workload: {total.toLocaleString('en-US')} open</h1>
      <Section title="By column" note={<CallbackCounts callbacks={data.callbacks} />}>
        <DataTable
          caption="Open cases by column"
          columns={laneColumns}
          rows={data.lanes}
          rowId={({ lane }) => lane}
          empty=""
        />
      </Section>
      <Section title="By age" note="time since opening, for cases not yet called">
        <AgeBars ages={data.ages} />
      </Section>
      <div className="lg:col-span-2">
        <Section title="Fees due" note="settled cases with a proven improvement whose card hasn’t been charged">
          <DataTable
            caption="Fees due"
            columns={feeColumns}
            rows={data.fees_due}
            rowId={(fee) => fee.consultation_id}
            empty="Nothing is due."
          />
        </Section>
      </div>
      <div className="lg:col-span-2">
        <Section
          title="Team today"
          note={`calls since midnight ${placeOf(data.today.time_zone)}, ${formatDateTime(data.today.from)} your time`}
        >
          <DataTable
            caption="Calls by team member"
            columns={staffColumns}
            rows={data.people}
            rowId={(person) => person.staff_id}
            empty="No calls yet today."
          />
        </Section>
      </div>
    </div>
  );
}

/** America/New_York as in New York. */
const placeOf = (zone: string): string =>
  zone.includes('/') ? `in ${zone.split('/').at(-1)?.replaceAll('_', ' ')}` : zone;

function CallbackCounts({ callbacks: { overdue, due_today: due } }: Pick<Load, 'callbacks'>) {
  return (
    <>
      <span className={overdue > 0 ? 'font-semibold text-bad' : ''}>
        {overdue === 1 ? '1 callback overdue' : `${overdue} callbacks overdue`}
      </span>
      , {due} more due today
    </>
  );
}

const laneColumns: readonly TableColumn<Load['lanes'][number]>[] = [
  { title: 'Column', cell: ({ lane }) => laneTitles[lane] },
  { title: 'Open', cell: ({ count }) => count.toLocaleString('en-US'), sortBy: ({ count }) => count },
  { title: 'Being called', cell: ({ held }) => held, sortBy: ({ held }) => held },
  {
    title: 'Oldest',
    cell: ({ oldest_at: at }) => (at === null ? '–' : <Ago at={at} />),
    sortBy: ({ oldest_at: at }) => at ?? '9999',
  },
];

const feeColumns: readonly TableColumn<Load['fees_due'][number]>[] = [
  {
    title: 'Case',
    cell: ({ consultation_id: id, number }) => (
      <Link to="/cases/$id" params={{ id }} className="text-accent underline">
        {number}
      </Link>
    ),
  },
  { title: 'Due', cell: ({ due_cents: cents }) => formatCents(cents), sortBy: ({ due_cents: cents }) => cents },
  { title: 'Settled', cell: ({ settled_at: at }) => <Ago at={at} />, sortBy: ({ settled_at: at }) => at },
  {
    title: 'State',
    cell: ({ charging, declined }) =>
      charging ? 'being charged' : declined ? 'declined by the bank' : 'not charged yet',
  },
];

const staffColumns: readonly TableColumn<Load['people'][number]>[] = [
  { title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { title: 'Calls', cell: ({ calls }) => calls, sortBy: ({ calls }) => calls },
  {
    title: 'Reached',
    cell: ({ calls, reached }) => (calls === 0 ? '0' : `${reached} (${Math.round((reached / calls) * 100)} %)`),
    sortBy: ({ reached }) => reached,
  },
  { title: 'Confirmed', cell: ({ confirmed }) => confirmed, sortBy: ({ confirmed }) => confirmed },
  {
    title: 'Last call',
    cell: ({ last_call_at: at }) => (at === null ? '–' : <Ago at={at} />),
    sortBy: ({ last_call_at: at }) => at ?? '',
  },
  {
    title: 'Calling now',
    cell: ({ holds }) =>
      holds === null ? (
        '–'
      ) : (
        <Link to="/cases/$id" params={{ id: holds.consultation_id }} className="text-accent underline">
          {holds.number} for <Ago at={holds.since} />
        </Link>
      ),
  },
];

function AgeBars({ ages }: Pick<Load, 'ages'>) {
  const maxCount = Math.max(1, ...ages.map(({ count }) => count));
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 p-3">
      {ages.map(({ name, count }, index) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd aria-hidden className="h-3 rounded bg-ground">
            <svg className="block h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
              <rect width={(count / maxCount) * 100} height="1" className={index >= 3 ? 'fill-bad' : 'fill-accent'} />
            </svg>
          </dd>
          <dd className="text-right font-semibold">{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}
