import { usePortal, usePortalQuery } from '#portal/api.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { statementColumns } from './statement-columns.tsx';

/** Monthly statements of the membership plans, newest first. */
export function StatementsView() {
  useTitle('Statements');
  const { institutionId, mode } = usePortal();
  const { data, error } = usePortalQuery('GET /statements', { query: { limit: '100' } });
  return (
    <>
      <h1 className="mb-4 text-xl font-bold">Statements</h1>
      <Section title="Monthly statements" note="the cost of your membership plans; dates are in UTC">
        {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
        {data === undefined && error === null && <p className="p-3 text-soft">Loading</p>}
        {data !== undefined && (
          <DataTable
            caption="Monthly statements"
            columns={statementColumns(institutionId)}
            rows={data.data}
            rowId={({ id }) => id}
            empty={
              mode === 'test'
                ? 'The sandbox has no statements, because vehicles enrolled in test mode are never billed.'
                : 'No statements yet. The first one is issued on the first of the month after you enroll a live vehicle.'
            }
          />
        )}
        {data?.has_more === true && <p className="p-3 text-soft">The newest 100 are shown.</p>}
      </Section>
    </>
  );
}
