import { usePages } from '#api/pages.ts';
import type { Account } from '#api/types.ts';
import { ActionButton } from '#ui/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { Theirs } from '#ui/theirs.tsx';
import { Ago } from '#ui/time.tsx';

/** Registered agents: suspended at once, or let back in. */
export function AgentsTab() {
  const pages = usePages<Account>(['accounts', 'agents'], '/board/agents');
  return (
    <Section title="Registered agents" note="newest first">
      <PagedTable
        caption="Registered agents"
        columns={columns}
        pages={pages}
        id={({ id }) => id}
        empty="No agent has registered."
      />
    </Section>
  );
}

export const statusTone = (status: string): string => (status === 'active' ? 'text-good' : 'text-bad');

const columns: readonly TableColumn<Account>[] = [
  { title: 'Name', cell: ({ name }) => <Theirs text={name} max={60} />, by: ({ name }) => name },
  { title: 'Operator', cell: ({ detail }) => (detail === null ? '–' : <Theirs text={detail} max={60} />) },
  { title: 'Id', cell: ({ id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'Since', cell: ({ created_at: at }) => <Ago at={at} />, by: ({ created_at: at }) => at },
  {
    title: 'Status',
    cell: ({ status }) => <span className={`font-semibold ${statusTone(status)}`}>{status}</span>,
    by: ({ status }) => status,
  },
  {
    title: 'Change',
    cell: ({ id, status }) =>
      status === 'active' ? (
        <ActionButton
          path={`/agents/${id}/status`}
          body={{ status: 'suspended' }}
          done="The agent is suspended."
          sure="Suspend it?"
        >
          Suspend
        </ActionButton>
      ) : (
        <ActionButton path={`/agents/${id}/status`} body={{ status: 'active' }} done="The agent is active.">
          Let back in
        </ActionButton>
      ),
  },
];
