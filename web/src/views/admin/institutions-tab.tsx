import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '#api/request.ts';
import { usePagedList } from '#ui/paged-list.ts';
import type { Account } from '#api/types.ts';
import { useAction } from '#board/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { statusTone } from './agents-tab.tsx';
import { AuthenticatorResetsSection } from './authenticator-resets-section.tsx';
import { SignUpsSection } from './sign-ups-section.tsx';

/** Institutions, each with a link to its own page; and those that signed themselves up. */
export function InstitutionsTab() {
  const pages = usePagedList(['accounts', 'institutions'], (query) => request('GET /board/institutions', { query }));
  const [name, setName] = useState('');
  const create = useAction('POST /institutions', 'Institution added.', { onSuccess: () => setName(''), inline: true });
  return (
    <>
      <Section title="Institutions" note="newest first">
        <PagedTable
          caption="Institutions"
          columns={columns}
          list={pages}
          rowId={({ id }) => id}
          empty="No institutions yet."
        />
        <Form
          label="New institution"
          submit="Add"
          ready={name.trim() !== ''}
          pending={create.isPending}
          error={create.error}
          members={['name']}
          onSubmit={() => create.mutate({ body: { name: name.trim() } })}
        >
          <TextField
            label="New institution name"
            maxLength={200}
            value={name}
            problem={problemOf(create.error, 'name')}
            onChange={setName}
          />
        </Form>
      </Section>
      <SignUpsSection />
      <AuthenticatorResetsSection />
    </>
  );
}

const columns: readonly TableColumn<Account>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Link to="/admin/institutions/$id" params={{ id }} className="font-semibold text-accent underline">
        {name.slice(0, 80)}
      </Link>
    ),
    sortBy: ({ name }) => name,
  },
  { title: 'Technical contact', cell: ({ detail }) => detail ?? '–' },
  { title: 'ID', cell: ({ id }) => <code className="font-mono text-[0.9em] break-all">{id}</code> },
  { title: 'Created', cell: ({ created_at: at }) => <Ago at={at} />, sortBy: ({ created_at: at }) => at },
  {
    title: 'Status',
    cell: ({ status }) => <span className={`font-semibold ${statusTone(status)}`}>{status}</span>,
    sortBy: ({ status }) => status,
  },
];
