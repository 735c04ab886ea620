import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { meQuery } from '#api/queries.ts';
import { request } from '#api/request.ts';
import type { List, Role } from '#api/types.ts';
import { ActionButton } from '#ui/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Section } from '#ui/section.tsx';
import { Trouble } from '#ui/trouble.tsx';

type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled_at: string | null;
};

export const staffQuery = queryOptions({ queryKey: ['staff'], queryFn: () => request<List<Person>>('/staff') });

/** People of the team: what they may do, and whether they may come in. */
export function StaffTab() {
  const { data, error } = useQuery(staffQuery);
  const { data: me } = useQuery(meQuery);
  const columns = useMemo(() => columnsFor(me?.id), [me]);
  return (
    <Section title="Team">
      {error !== null && <Trouble error={error} />}
      <DataTable
        caption="People of the team"
        columns={columns}
        rows={data?.data ?? none}
        id={({ id }) => id}
        empty={data === undefined ? 'Loading…' : 'Nobody.'}
      />
    </Section>
  );
}

const none: readonly Person[] = [];
const roles: readonly Role[] = ['agent', 'lead', 'administrator'];

// Nobody locks themselves out by a slip; another administrator does it.
const columnsFor = (mine: string | undefined): readonly TableColumn<Person>[] => [
  { title: 'Name', cell: ({ name }) => name, by: ({ name }) => name },
  { title: 'Email', cell: ({ email }) => email, by: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => role, by: ({ role }) => role },
  {
    title: 'Change',
    cell: ({ id, role, disabled_at: disabled }) =>
      id === mine ? (
        <span className="text-soft">This is you.</span>
      ) : (
        <span className="flex flex-wrap gap-1.5">
          {roles
            .filter((other) => other !== role)
            .map((other) => (
              <ActionButton
                key={other}
                path={`/staff/${id}`}
                method="PATCH"
                body={{ role: other }}
                done={`The role is ${other}.`}
                sure="Change the role?"
              >
                Make {other}
              </ActionButton>
            ))}
          <ActionButton
            path={`/staff/${id}`}
            method="PATCH"
            body={{ disabled: disabled === null }}
            done={disabled === null ? 'They are signed out and cannot come back in.' : 'They may come in again.'}
            {...(disabled === null ? { sure: 'Lock them out?' } : {})}
          >
            {disabled === null ? 'Lock out' : 'Let back in'}
          </ActionButton>
        </span>
      ),
  },
];
