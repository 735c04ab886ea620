import { useQuery } from '@tanstack/react-query';
import { request } from '#api/request.ts';
import type { Jurisdiction } from '#api/types.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';

/** When people may be called and texted, per jurisdiction, with the law and where it was read. */
export function HoursTab() {
  const { data, error } = useQuery({
    queryKey: ['calling-rules'],
    queryFn: () => request('GET /calling-rules'),
  });
  if (data === undefined) return error === null ? null : <ErrorMessage error={error} />;
  return (
    <Section title="Calling hours" note={`calls and texts, rules ${data.version}`}>
      <div className="grid gap-1 border-b border-line p-3">
        {data.reviewed_by === null && <p className="font-semibold text-warn">No lawyer has reviewed this table.</p>}
        <p className="text-soft">
          Where sources disagree, the stricter rule applies. Each number is called at most {data.caps.per_24h} times in
          24 hours and {data.caps.per_30d} times in 30 days, across all cases. We rely on no exemptions.
        </p>
        {data.overridden && <p className="text-warn">The operator’s own rules override this table.</p>}
      </div>
      <DataTable
        caption="Calling hours"
        columns={columns}
        rows={data.data}
        rowId={({ code }) => code}
        empty="No jurisdictions."
      />
    </Section>
  );
}

type Period = Jurisdiction['periods'][number];
type Hours = Period['week'][number] | undefined;

const describeHours = (hours: Hours): string => (hours ? `${hours.from}–${hours.to}` : 'closed');

/** One line when the whole week is the same. */
function describeWeek({ week, effective_from: from }: Period, index: number): string {
  const [sunday, monday, , , , , saturday] = week.map(describeHours);
  const same = sunday === monday && saturday === monday;
  const hours = same ? `${monday} every day` : `Mon–Fri ${monday}, Sat ${saturday}, Sun ${sunday}`;
  return index === 0 || from === null ? hours : `from ${from}: ${hours}`;
}

const confirmations = {
  law_read: 'read in the law itself',
  reported: 'read in a report about the law',
  vendor_table: 'only in vendor tables',
  no_own_rule_found: 'no state rule found: federal hours',
} as const;

const columns: readonly TableColumn<Jurisdiction>[] = [
  { title: 'Place', cell: ({ code, name }) => `${name} (${code})`, sortBy: ({ name }) => name },
  {
    title: 'Local hours',
    cell: ({ periods }) =>
      periods.map((period, index) => (
        <span key={index} className="block">
          {describeWeek(period, index)}
        </span>
      )),
  },
  {
    title: 'No calls on',
    cell: ({ periods }) => periods.at(-1)?.closed_holidays.join(', ') || '–',
    sortBy: ({ periods }) => -(periods.at(-1)?.closed_holidays.length ?? 0),
  },
  {
    title: 'Law',
    cell: ({ citation, source }) => (
      <a href={source} target="_blank" rel="noreferrer" className="text-accent underline">
        {citation}
      </a>
    ),
  },
  {
    title: 'Confirmed',
    cell: ({ confirmed, as_of: asOf, notes }) => (
      <>
        {confirmations[confirmed]}, {asOf}
        {notes !== null && <span className="block text-soft">{notes}</span>}
      </>
    ),
    sortBy: ({ confirmed }) => confirmed,
  },
];
