import { formatCentsExact } from '#lib/money.ts';
import { usePortalQuery } from '#portal/api.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { statementColumns, type Statement } from './statement-columns.tsx';

/** From inclusive, to exclusive, as days. */
type Span = { readonly from: string; readonly to: string };

/** The statements whose amounts are part of the fees: months that begin in the span, without void ones. */
export function CountedStatements({ span, institutionId }: { readonly span: Span; readonly institutionId: string }) {
  const { data, error } = usePortalQuery('GET /statements', { query: { limit: '100' } });
  const rows = data?.data.filter((statement) => isCounted(statement, span)) ?? [];
  const sum = rows.reduce((total, { amount_cents: cents }) => total + cents, 0);
  return (
    <Section title="Plan fees" note="statements for months that start in this period, excluding void ones">
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      {data !== undefined && (
        <DataTable
          caption="Plan fees"
          columns={statementColumns(institutionId)}
          rows={rows}
          rowId={({ id }) => id}
          empty="None."
        />
      )}
      {rows.length > 0 && <p className="p-3 font-semibold">Total: {formatCentsExact(sum)}.</p>}
    </Section>
  );
}

const isCounted = ({ period, status }: Statement, { from, to }: Span): boolean =>
  status !== 'void' && `${period}-01` >= from && `${period}-01` < to;
