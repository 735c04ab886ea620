import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePages } from '#api/pages.ts';
import { moment } from '#lib/format.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { useSettled } from '#ui/time.tsx';
import { staffQuery } from './staff-tab.tsx';

type Entry = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly operation: string;
  readonly staff_id: string | null;
  readonly subject_id: string | null;
  readonly reason: string | null;
};

/** Who of the team did or saw what. */
export function AuditTab() {
  const [subject, setSubject] = useState('');
  const wanted = useSettled(subject.trim());
  const filter = wanted === '' ? '' : `&subject_id=${encodeURIComponent(wanted)}`;
  const pages = usePages<Entry>(['audit', filter], `/audit?limit=50${filter}`);
  const { data: staff } = useQuery(staffQuery);
  const columns = useMemo(() => {
    const names = new Map(staff?.data.map(({ id, name }) => [id, name]));
    return columnsFor((id) => names.get(id));
  }, [staff]);
  return (
    <Section title="Audit trail" note="newest first">
      <label className="block px-3 pt-3 text-soft">
        About which id
        <input className="field" maxLength={200} value={subject} onChange={(event) => setSubject(event.target.value)} />
      </label>
      <PagedTable
        caption="Audit trail"
        columns={columns}
        pages={pages}
        id={({ seq }) => String(seq)}
        empty="Nothing is noted about that."
      />
    </Section>
  );
}

const idOf = (text: string | null) => <code className="font-mono text-[0.9em] break-all">{text ?? '–'}</code>;

const columnsFor = (nameOf: (id: string) => string | undefined): readonly TableColumn<Entry>[] => [
  { title: 'When', cell: ({ at }) => moment(at), by: ({ seq }) => seq },
  { title: 'What', cell: ({ operation }) => operation, by: ({ operation }) => operation },
  { title: 'Kind', cell: ({ kind }) => kind, by: ({ kind }) => kind },
  { title: 'Who', cell: ({ staff_id: id }) => (id === null ? '–' : (nameOf(id) ?? idOf(id))) },
  { title: 'About', cell: ({ subject_id: about }) => idOf(about) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
];
