import { request } from '#api/request.ts';
import { usePagedList } from '#ui/paged-list.ts';
import type { Reply } from '#api/types.ts';
import { formatDateTime, humanize } from '#lib/format.ts';
import { ActionButton } from '#board/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

/** Replies from numbers that had no open case when they wrote. */
export function RepliesTab() {
  const pages = usePagedList(['replies'], () => request('GET /replies'));
  return (
    <Section title="Replies without a case" note="replies to open cases are shown on the case">
      <PagedTable caption="Replies" columns={columns} list={pages} rowId={({ id }) => id} empty="No unread replies." />
    </Section>
  );
}

const columns: readonly TableColumn<Reply>[] = [
  { title: 'Received', cell: ({ received_at: at }) => formatDateTime(at), sortBy: ({ received_at: at }) => at },
  { title: 'From', cell: ({ from_hint: from }) => from ?? '–' },
  { title: 'Interpreted as', cell: ({ understood_as: kind }) => humanize(kind) },
  { title: 'Message', cell: ({ words }) => <UntrustedText text={words} max={400} /> },
  {
    title: 'Actions',
    cell: ({ id }) => (
      <ActionButton call="POST /replies/{reply_id}/read" path={{ reply_id: id }} success="Marked as read.">
        Mark as read
      </ActionButton>
    ),
  },
];
