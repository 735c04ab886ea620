import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DataTable } from '#ui/data-table.tsx';
import { useTenant, type Response } from '#portal/api.ts';
import { requestAt } from '#portal/request.ts';

type Outcome = Response<'POST /endpoints/{endpoint_id}/rehearsal'>;
type Row = Outcome['types'][number];

type RehearsalProps = {
  readonly endpointId: string;
  /** The settings that are not saved yet. */
  readonly change: { readonly event_types: readonly string[] };
};

const columns = [
  { title: 'Type', cell: (row: Row) => row.type },
  { title: 'Now', cell: (row: Row) => row.before.toLocaleString('en-US') },
  { title: 'With this change', cell: (row: Row) => row.after.toLocaleString('en-US') },
  {
    title: 'Sample',
    cell: (row: Row) =>
      row.after === 0 ? (
        ''
      ) : row.sample === null ? (
        'No body of this kind exists yet.'
      ) : (
        <details>
          <summary>Show</summary>
          <pre
            tabIndex={0}
            aria-label={`Sample of ${row.type}`}
            className="untrusted-block font-mono whitespace-pre-wrap"
          >
            {row.sample}
          </pre>
        </details>
      ),
  },
];

/**
 * Previews the events of the last seven days with unsaved settings, on the endpoint's edit page.
 */
export function Rehearsal({ endpointId, change }: RehearsalProps) {
  const { base } = useTenant();
  const wanted = JSON.stringify(change);
  const rehearse = useMutation({
    mutationFn: () =>
      requestAt(base, 'POST /endpoints/{endpoint_id}/rehearsal', {
        path: { endpoint_id: endpointId },
        body: JSON.parse(wanted),
      }),
  });
  // A preview is valid only for the settings it was requested with.
  useEffect(() => rehearse.reset(), [wanted]);
  return (
    <div role="group" aria-label="Before you save" className="grid gap-2">
      <p>
        <button type="button" className="button" disabled={rehearse.isPending} onClick={() => rehearse.mutate()}>
          Preview with last week’s events
        </button>
      </p>
      <p role="status" className="font-semibold">
        {rehearse.data?.difference}
      </p>
      {rehearse.error !== null && (
        <p role="alert" className="text-bad">
          {rehearse.error.message}
        </p>
      )}
      {rehearse.data !== undefined && (
        <>
          {rehearse.data.masked && (
            <p className="text-soft">Contacts are masked in these samples but not in real deliveries.</p>
          )}
          <DataTable
            caption="By type"
            columns={columns}
            rows={rehearse.data.types}
            rowId={(row) => row.type}
            empty="No events of its types in the last seven days."
          />
        </>
      )}
    </div>
  );
}
