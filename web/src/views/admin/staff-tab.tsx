import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { meQuery } from '#api/queries.ts';
import { request } from '#api/request.ts';
import type { ResponseOf, Role, StaffMember } from '#api/types.ts';
import { ActionButton } from '#ui/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: () => request<ResponseOf<'access.list-staff'>>('/staff'),
});

/** Staff members: their roles, and whether their accounts are enabled. */
export function StaffTab() {
  const { data, error } = useQuery(staffQuery);
  const { data: me } = useQuery(meQuery);
  const columns = useMemo(() => columnsFor(me?.id), [me]);
  return (
    <Section title="Team">
      {error !== null && <ErrorMessage error={error} />}
      <DataTable
        caption="Team members"
        columns={columns}
        rows={data?.data ?? none}
        rowId={({ id }) => id}
        empty={data === undefined ? 'Loading…' : 'No team members.'}
      />
    </Section>
  );
}

const none: readonly StaffMember[] = [];
const roles: readonly Role[] = ['caller', 'lead', 'administrator'];

// Administrators cannot change their own account, so that they cannot lock themselves out.
const columnsFor = (ownId: string | undefined): readonly TableColumn<StaffMember>[] => [
  { title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { title: 'Email', cell: ({ email }) => email, sortBy: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => role, sortBy: ({ role }) => role },
  {
    title: 'Actions',
    cell: ({ id, role, disabled_at: disabled }) =>
      id === ownId ? (
        <span className="text-soft">This is you</span>
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
                success={`Role changed to ${other}.`}
                confirm={`Change the role to ${other}?`}
              >
                Make {other}
              </ActionButton>
            ))}
          <ActionButton
            path={`/staff/${id}`}
            method="PATCH"
            body={{ disabled: disabled === null }}
            success={disabled === null ? 'Account disabled and signed out.' : 'Account enabled.'}
            {...(disabled === null ? { confirm: 'Disable this account?' } : {})}
          >
            {disabled === null ? 'Disable' : 'Enable'}
          </ActionButton>
        </span>
      ),
  },
];
