import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '#api/request.ts';
import type { Card, Operations } from '#api/types.ts';
import { ActionButton } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { workloadQuery } from '#api/queries.ts';
import { caseColumns } from './case-table.tsx';

type Assign = 'POST /consultations/{consultation_id}/assignee' extends keyof Operations ? true : false;
/** Whether the service can assign a case: the compiler holds it to the described operations. */
const assignable: Assign = true;

/** Overdue callbacks, with a form to assign each. */
export function LateCallbacks() {
  const { data, error } = useQuery({
    queryKey: ['late-callbacks'],
    queryFn: () => request('GET /board/late-callbacks'),
    refetchInterval: 60_000,
  });
  const { data: load } = useQuery(workloadQuery);
  const people = useMemo(() => load?.people.map(({ staff_id: id, name }) => [id, name] as const) ?? [], [load]);
  const columns = useMemo(() => columnsFor(people), [people]);
  return (
    <Section title="Late callbacks" note="the longest wait first">
      {error !== null && <ErrorMessage error={error} />}
      <DataTable
        caption="Late callbacks"
        columns={columns}
        rows={data?.data ?? none}
        rowId={({ id }) => id}
        empty={data === undefined ? 'Loading…' : 'No late callbacks.'}
      />
    </Section>
  );
}

const none: readonly Card[] = [];
type People = readonly (readonly [id: string, name: string])[];

const columnsFor = (people: People): readonly TableColumn<Card>[] => [
  ...caseColumns,
  {
    title: 'Late by',
    cell: ({ callback_at: at }) =>
      at === null ? '–' : <span className="font-semibold text-bad">{<Ago at={at} />}</span>,
    sortBy: ({ callback_at: at }) => at ?? '9999',
  },
  ...(assignable
    ? [{ title: 'Assign', cell: ({ id, number }: Card) => <AssignForm id={id} number={number} people={people} /> }]
    : []),
];

type AssignFormProps = Pick<Card, 'id' | 'number'> & { readonly people: People };

function AssignForm({ id, number, people }: AssignFormProps) {
  const [staffId, setStaffId] = useState('');
  return (
    <span className="flex flex-wrap gap-1.5">
      <select
        className="field w-auto py-0.5"
        aria-label={`Assign the callback for ${number}`}
        value={staffId}
        onChange={(event) => setStaffId(event.target.value)}
      >
        <option value="">choose</option>
        {people.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      <ActionButton
        call="POST /consultations/{consultation_id}/assignee"
        path={{ consultation_id: id }}
        body={{ staff_id: staffId }}
        disabled={staffId === ''}
        success={`${number} is assigned.`}
      >
        Assign
      </ActionButton>
    </span>
  );
}
