import { useMemo } from 'react';
import type { Figures } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { CasesLink } from './cases-link.tsx';

type Person = Figures['people'][number];

/** Who made how many calls with which outcome. */
export function PeopleTable({ figures }: { readonly figures: Figures }) {
  const columns = useMemo(() => columnsFor(figures), [figures]);
  return (
    <DataTable
      caption="Outcomes by person"
      columns={columns}
      rows={figures.people}
      rowId={({ staff_id: id }) => id}
      empty="No calls in this period."
    />
  );
}

function columnsFor(figures: Figures): readonly TableColumn<Person>[] {
  const outcomes = [...new Set(figures.people.flatMap((person) => person.outcomes.map(({ outcome }) => outcome)))];
  return [
    { title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
    {
      title: 'Calls',
      cell: ({ staff_id, calls }) => (
        <CasesLink figures={figures} filter={{ staff_id }}>
          {calls}
        </CasesLink>
      ),
      sortBy: ({ calls }) => calls,
    },
    {
      title: 'Reached',
      cell: ({ calls, reached }) => `${reached} (${Math.round((reached / calls) * 100)} %)`,
      sortBy: ({ reached }) => reached,
    },
    ...outcomes.toSorted().map((outcome): TableColumn<Person> => {
      const countOf = (person: Person): number => person.outcomes.find((one) => one.outcome === outcome)?.count ?? 0;
      return {
        title: humanize(outcome),
        cell: (person) =>
          countOf(person) === 0 ? (
            '–'
          ) : (
            <CasesLink figures={figures} filter={{ staff_id: person.staff_id, outcome }}>
              {countOf(person)}
            </CasesLink>
          ),
        sortBy: countOf,
      };
    }),
  ];
}
