import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request, urlOf } from '#api/request.ts';
import { usePagedList } from '#ui/paged-list.ts';
import type { AuditEntry } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { DownloadLink } from '#board/download-link.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { SelectField, TextField } from '#ui/form.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { useDebounced } from '#ui/time.tsx';
import { staffQuery } from './staff-tab.tsx';

const nothing = { who: '', what: '', whom: '', from: '', to: '', views: 'hidden' as 'hidden' | 'shown' };

/** A day as the service wants it: from its beginning, or until its end, by the clock of this computer. */
const startOf = (day: string, plusDays = 0): string => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + plusDays);
  return date.toISOString();
};

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

function toQuery({ who, what, whom, from, to, views }: typeof nothing) {
  return {
    staff_id: orNothing(who),
    operation: orNothing(what.trim()),
    subject_id: orNothing(whom.trim()),
    created_from: from === '' ? undefined : startOf(from),
    created_to: to === '' ? undefined : startOf(to, 1),
    views,
  };
}

/** Each staff member's actions, as sentences; views are hidden by default. */
export function AuditTab() {
  const [typed, setTyped] = useState(nothing);
  const query = useDebounced(toQuery(typed));
  const pages = usePagedList(['audit', query], (cursor) =>
    request('GET /audit', { query: { limit: '50', ...query, ...cursor } }),
  );
  const { data: staff } = useQuery(staffQuery);
  const names = useMemo(() => new Map(staff?.data.map(({ id, name }) => [id, name])), [staff]);
  const columns = useMemo(() => columnsFor((id) => names.get(id)), [names]);
  const set = (member: keyof typeof nothing) => (value: string) => setTyped({ ...typed, [member]: value });
  return (
    <Section title="Audit trail" note="newest first">
      <div className="grid gap-x-3 px-3 pt-3 sm:grid-cols-3 xl:grid-cols-6">
        <SelectField
          label="Who"
          value={typed.who}
          options={[['', 'everybody'], ...[...names].map(([id, name]) => [id, name] as const)]}
          onChange={set('who')}
        />
        <TextField label="What" hint="such as switches.set" maxLength={100} value={typed.what} onChange={set('what')} />
        <TextField label="Subject ID" maxLength={200} value={typed.whom} onChange={set('whom')} />
        <TextField label="From" type="date" value={typed.from} onChange={set('from')} />
        <TextField label="Until" type="date" value={typed.to} onChange={set('to')} />
        <SelectField
          label="Views"
          value={typed.views}
          options={[
            ['hidden', 'hidden'],
            ['shown', 'shown'],
          ]}
          onChange={set('views')}
        />
      </div>
      <p className="px-3">
        <DownloadLink href={urlOf('GET /audit.csv', { query })} className="text-accent underline">
          Export as CSV
        </DownloadLink>
      </p>
      <PagedTable
        caption="Audit trail"
        columns={columns}
        list={pages}
        rowId={({ seq }) => String(seq)}
        empty="No entries."
      />
    </Section>
  );
}

const renderId = (text: string) => <code className="font-mono text-[0.9em] break-all">{text}</code>;

const columnsFor = (nameOf: (id: string) => string | undefined): readonly TableColumn<AuditEntry>[] => [
  { title: 'Time', cell: ({ at }) => formatDateTime(at), sortBy: ({ seq }) => seq },
  {
    title: 'What happened',
    cell: ({ staff_id: id, did, kind }) => (
      <span className={kind === 'refused' ? 'text-bad' : ''}>
        <strong>
          {id === null ? (kind === 'refused' ? 'Unknown person' : 'The command line') : (nameOf(id) ?? id)}
        </strong>{' '}
        {did}
      </span>
    ),
    sortBy: ({ operation }) => operation,
  },
  { title: 'Subject', cell: ({ subject_id: about }) => (about === null ? '–' : renderId(about)) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { title: 'Operation', cell: ({ operation }) => renderId(operation), sortBy: ({ operation }) => operation },
];
