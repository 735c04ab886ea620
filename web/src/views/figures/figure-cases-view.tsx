import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { QueryOf } from '#api/types.ts';
import { request } from '#api/request.ts';
import { humanize } from '#lib/format.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { caseColumns } from './case-table.tsx';

/** The cases that a number counts. */
export function FigureCasesView() {
  const search = useSearch({ from: '/figures/cases' });
  const query = search as QueryOf<'GET /board/figures/cases'>;
  const { data, error } = useQuery({
    queryKey: ['figure-cases', query],
    queryFn: () => request('GET /board/figures/cases', { query }),
  });
  useTitle('Figures: cases');
  const { range = 'day', on, ...filter } = search;
  const words = Object.entries(filter).map(([name, value]) => `${humanize(name)}: ${humanize(value)}`);
  return (
    <div className="grid gap-3 p-3 sm:p-4">
      <header className="flex flex-wrap items-center gap-3">
        <Link
          to="/figures"
          search={{ range: range as 'day' | 'week' | 'month', ...(on === undefined ? {} : { on }) }}
          className="text-soft underline"
        >
          Figures
        </Link>
        <h1 className="text-lg font-bold">
          Cases for the {range} of {on ?? 'today'}
        </h1>
        <span className="text-soft">{words.join(', ')}</span>
      </header>
      <Section
        title="Cases"
        note={data === undefined ? undefined : data.has_more ? 'the first 200' : `${data.data.length}`}
      >
        {error !== null && <ErrorMessage error={error} />}
        <DataTable
          caption="Cases"
          columns={caseColumns}
          rows={data?.data ?? []}
          rowId={({ id }) => id}
          empty={data === undefined ? 'Loading…' : 'No cases.'}
        />
      </Section>
    </div>
  );
}
