import { request } from '#api/request.ts';
import { usePagedList } from '#ui/paged-list.ts';
import type { Account } from '#api/types.ts';
import { ActionButton } from '#board/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

/** Registered agents, to suspend or reinstate; both take effect immediately. */
export function AgentsTab() {
  const pages = usePagedList(['accounts', 'agents'], (query) => request('GET /board/agents', { query }));
  return (
    <Section title="Registered agents" note="newest first">
      <PagedTable
        caption="Registered agents"
        columns={columns}
        list={pages}
        rowId={({ id }) => id}
        empty="No registered agents."
      />
    </Section>
  );
}

export const statusTone = (status: string): string => (status === 'active' ? 'text-good' : 'text-bad');

const columns: readonly TableColumn<Account>[] = [
  { title: 'Name', cell: ({ name }) => <UntrustedText text={name} max={60} />, sortBy: ({ name }) => name },
  { title: 'Operator', cell: ({ detail }) => (detail === null ? '–' : <UntrustedText text={detail} max={60} />) },
  { title: 'ID', cell: ({ id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'Registered', cell: ({ created_at: at }) => <Ago at={at} />, sortBy: ({ created_at: at }) => at },
  {
    title: 'Status',
    cell: ({ status }) => <span className={`font-semibold ${statusTone(status)}`}>{status}</span>,
    sortBy: ({ status }) => status,
  },
  {
    title: 'Actions',
    cell: ({ id, status }) =>
      status === 'active' ? (
        <ActionButton
          call="POST /agents/{agent_id}/status"
          path={{ agent_id: id }}
          body={{ status: 'suspended' }}
          success="Agent suspended."
          confirm="Suspend this agent?"
        >
          Suspend
        </ActionButton>
      ) : (
        <ActionButton
          call="POST /agents/{agent_id}/status"
          path={{ agent_id: id }}
          body={{ status: 'active' }}
          success="Agent reinstated."
        >
          Reinstate
        </ActionButton>
      ),
  },
];
