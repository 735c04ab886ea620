import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePagedList } from '#api/paged-list.ts';
import type { AuditEntry } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { useDebounced } from '#ui/time.tsx';
import { staffQuery } from './staff-tab.tsx';

/** What each staff member did or viewed. */
export function AuditTab() {
  const [subject, setSubject] = useState('');
  const subjectId = useDebounced(subject.trim());
  const filter = subjectId === '' ? '' : `&subject_id=${encodeURIComponent(subjectId)}`;
  const pages = usePagedList<AuditEntry>(['audit', filter], `/audit?limit=50${filter}`);
  const { data: staff } = useQuery(staffQuery);
  const columns = useMemo(() => {
    const names = new Map(staff?.data.map(({ id, name }) => [id, name]));
    return columnsFor((id) => names.get(id));
  }, [staff]);
  return (
    <Section title="Audit trail" note="newest first">
      <label className="block px-3 pt-3 text-soft">
        Subject ID
        <input className="field" maxLength={200} value={subject} onChange={(event) => setSubject(event.target.value)} />
      </label>
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

const renderId = (text: string | null) => <code className="font-mono text-[0.9em] break-all">{text ?? '–'}</code>;

const columnsFor = (nameOf: (id: string) => string | undefined): readonly TableColumn<AuditEntry>[] => [
  { title: 'Time', cell: ({ at }) => formatDateTime(at), sortBy: ({ seq }) => seq },
  { title: 'Operation', cell: ({ operation }) => operation, sortBy: ({ operation }) => operation },
  { title: 'Kind', cell: ({ kind }) => kind, sortBy: ({ kind }) => kind },
  { title: 'Team member', cell: ({ staff_id: id }) => (id === null ? '–' : (nameOf(id) ?? renderId(id))) },
  { title: 'Subject', cell: ({ subject_id: about }) => renderId(about) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
];
