import { Link } from '@tanstack/react-router';
import { formatCentsExact } from '#lib/money.ts';
import type { Response } from '#portal/api.ts';
import type { TableColumn } from '#ui/data-table.tsx';

export type Statement = Response<'GET /statements'>['data'][number];

const statusWords: Readonly<Record<Statement['status'], string>> = { issued: 'Open', paid: 'Paid', void: 'Void' };
const right = { align: 'right' } as const;

export const statementColumns = (institutionId: string): readonly TableColumn<Statement>[] => [
  {
    title: 'Statement',
    cell: ({ id, number }) => (
      <Link
        to="/$institutionId/$mode/statements/$statementId"
        // There are none in test mode.
        params={{ institutionId, mode: 'live', statementId: id }}
        className="text-accent underline"
      >
        {number}
      </Link>
    ),
  },
  { title: 'Month', cell: ({ period }) => period },
  { title: 'Vehicles', ...right, cell: ({ enrollment_count: count }) => count.toLocaleString('en-US') },
  { title: 'Amount', ...right, cell: ({ amount_cents: cents }) => formatCentsExact(cents) },
  { title: 'Due', cell: ({ due_at: due, status }) => (status === 'void' ? 'no payment due' : due.slice(0, 10)) },
  { title: 'State', cell: ({ status }) => statusWords[status] },
];
