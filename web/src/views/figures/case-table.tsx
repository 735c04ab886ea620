import { Link } from '@tanstack/react-router';
import type { Card } from '#api/types.ts';
import { formatDateTime, humanize, laneTitles, titleOfSource } from '#lib/format.ts';
import type { TableColumn } from '#ui/data-table.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';

/** The columns of a case list. */
export const caseColumns: readonly TableColumn<Card>[] = [
  {
    title: 'Case',
    cell: ({ id, number }) => (
      <Link to="/cases/$id" params={{ id }} className="font-semibold text-accent underline">
        {number}
      </Link>
    ),
    sortBy: ({ number }) => number,
  },
  {
    title: 'Owner',
    cell: ({ name }) => (name === null ? '–' : <UntrustedText text={name} max={60} />),
  },
  { title: 'Source', cell: (card) => titleOfSource(card), sortBy: ({ source }) => source },
  { title: 'Column', cell: ({ lane }) => laneTitles[lane], sortBy: ({ lane }) => lane },
  { title: 'Status', cell: ({ status }) => humanize(status), sortBy: ({ status }) => status },
  { title: 'Requested', cell: ({ opened_at: at }) => formatDateTime(at), sortBy: ({ opened_at: at }) => at },
];
