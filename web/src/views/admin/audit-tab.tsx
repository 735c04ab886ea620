import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { List } from '#api/types.ts';
import { moment } from '#lib/format.ts';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { Section } from '#ui/section.tsx';
import { Trouble } from '#ui/trouble.tsx';

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
  const filter = subject.trim() === '' ? '' : `&subject_id=${encodeURIComponent(subject.trim())}`;
  const { data, error } = useQuery({
    queryKey: ['audit', filter],
    queryFn: () => request<List<Entry>>(`/audit?limit=50${filter}`),
  });
  return (
    <Section title="Audit trail" note="50 rows">
      <label className="block px-3 pt-3 text-soft">
        About which id
        <input className="field" maxLength={200} value={subject} onChange={(event) => setSubject(event.target.value)} />
      </label>
      {error !== null && <Trouble error={error} />}
      <DataTable
        caption="Audit trail"
        columns={columns}
        rows={data?.data ?? none}
        id={({ seq }) => String(seq)}
        empty="Nothing."
      />
    </Section>
  );
}

const none: readonly Entry[] = [];
const id = (text: string | null) => <code className="font-mono text-[0.9em] break-all">{text ?? '–'}</code>;

const columns: readonly TableColumn<Entry>[] = [
  { title: 'When', cell: ({ at }) => moment(at), by: ({ seq }) => seq },
  { title: 'What', cell: ({ operation }) => operation, by: ({ operation }) => operation },
  { title: 'Kind', cell: ({ kind }) => kind, by: ({ kind }) => kind },
  { title: 'Who', cell: ({ staff_id: staff }) => id(staff) },
  { title: 'About', cell: ({ subject_id: about }) => id(about) },
  { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
];
