import { request } from '#api/request.ts';
import { usePagedList } from '#ui/paged-list.ts';
import type { HeldGroup } from '#api/types.ts';
import { ActionButton } from '#board/action.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';

/** Messages over a limit, to release or drop; they are not sent until released. */
export function HeldTab() {
  const pages = usePagedList(['held-messages'], () => request('GET /messages/held'));
  return (
    <Section title="Held messages" note="not sent; withdrawn after seven days">
      <PagedTable
        caption="Held messages"
        columns={columns}
        list={pages}
        rowId={({ id }) => id}
        empty="No messages are held."
      />
    </Section>
  );
}

const kinds: Readonly<Record<HeldGroup['kind'], string>> = {
  recipient: 'Recipient’s limit reached',
  address: 'Address limit',
  network: 'Network limit',
  agent: 'Agent limit',
  institution: 'Institution limit',
  anonymous: 'Limit for all clients without a key',
  global: 'Global limit',
};

const countOf = ({ mails, texts }: HeldGroup): string =>
  [
    ...(mails === 0 ? [] : [`${mails.toLocaleString('en-US')} ${mails === 1 ? 'mail' : 'mails'}`]),
    ...(texts === 0 ? [] : [`${texts.toLocaleString('en-US')} ${texts === 1 ? 'text' : 'texts'}`]),
  ].join(', ');

const columns: readonly TableColumn<HeldGroup>[] = [
  { title: 'Held by', cell: ({ kind }) => kinds[kind], sortBy: ({ kind }) => kind },
  { title: 'Source', cell: ({ whose }) => <span className="break-all">{whose ?? '–'}</span> },
  { title: 'Messages', cell: countOf, sortBy: ({ mails, texts }) => mails + texts },
  { title: 'Oldest', cell: ({ oldest_at: at }) => <Ago at={at} />, sortBy: ({ oldest_at: at }) => at },
  {
    title: 'Actions',
    cell: (group) => (
      <span className="flex flex-wrap gap-1.5">
        <ActionButton
          call="POST /messages/held/{group_id}/allow"
          path={{ group_id: group.id }}
          success="Messages released."
          confirm={`Send ${countOf(group)}?`}
        >
          Allow
        </ActionButton>
        <ActionButton
          call="POST /messages/held/{group_id}/drop"
          path={{ group_id: group.id }}
          success="Messages dropped."
          confirm={`Never send ${countOf(group)}?`}
        >
          Drop
        </ActionButton>
      </span>
    ),
  },
];
