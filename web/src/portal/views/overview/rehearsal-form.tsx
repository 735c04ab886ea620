import { useState } from 'react';
import { SelectField } from '#ui/form.tsx';
import { usePortal, usePortalAction } from '#portal/api.ts';

type RehearsalFormProps = { readonly endpoints: readonly { readonly id: string; readonly url: string }[] };

/** Sends an event of a type that does not exist; the step is ticked when the receiver has acknowledged it. */
export function RehearsalForm({ endpoints }: RehearsalFormProps) {
  const { may, mode } = usePortal();
  const [chosen, setChosen] = useState<string>();
  const send = usePortalAction('POST /go-live/rehearsals', 'Rehearsal sent.');
  const [first] = endpoints;
  if (mode === 'live' || !may('endpoints.write')) return null;
  if (first === undefined) return <p className="pt-1">You don’t have an enabled test endpoint yet.</p>;
  const endpointId = endpoints.some(({ id }) => id === chosen) && chosen !== undefined ? chosen : first.id;
  return (
    <form
      aria-label="Rehearsal"
      className="mt-2 flex max-w-xl flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ body: { endpoint_id: endpointId } });
      }}
    >
      <SelectField
        label="Test endpoint"
        className="min-w-0 flex-1"
        value={endpointId}
        options={endpoints.map(({ id, url }) => [id, url] as const)}
        onChange={setChosen}
      />
      <button type="submit" className="button mb-5" disabled={send.isPending}>
        Send a rehearsal
      </button>
      {send.error !== null && (
        <p role="alert" className="w-full text-bad">
          {send.error.message}
        </p>
      )}
      {send.data !== undefined && (
        <p role="status" className="w-full">
          Sent as <code className="font-mono break-all">{send.data.delivery_id}</code>. We try it once; if your receiver
          returns 2xx, this step is checked off in a moment.
        </p>
      )}
    </form>
  );
}
