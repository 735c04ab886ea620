import { useEffect, useState } from 'react';
import { SelectField } from '#ui/form.tsx';
import { usePortal, usePortalAction, usePortalQuery } from '#portal/api.ts';

type Props = { readonly ids: readonly string[] };

const events = (number: number): string => `${number.toLocaleString('en-US')} ${number === 1 ? 'event' : 'events'}`;

/** Sends exactly these events to a chosen endpoint again: counted first, then begun, then followed. */
export function RecoverMissing({ ids }: Props) {
  const { mode } = usePortal();
  const [endpoint, setEndpoint] = useState('');
  const { data: receivers } = usePortalQuery('GET /events/receivers');
  const count = usePortalAction('POST /endpoints/{endpoint_id}/recover-events', () => undefined);
  const begin = usePortalAction('POST /endpoints/{endpoint_id}/recover-events', ({ total }) =>
    total === 0 ? 'There was nothing to send.' : `${events(total)} will be sent again.`,
  );
  const path = { endpoint_id: endpoint };
  // What was counted holds for the endpoint and the events that it was counted for.
  useEffect(() => {
    count.reset();
    begin.reset();
  }, [endpoint, ids]);
  const enabled = receivers?.data.filter(({ status }) => status === 'enabled') ?? [];
  if (receivers !== undefined && enabled.length === 0)
    return <p className="text-soft">No endpoint of this mode is enabled, so nothing can be sent again.</p>;
  const error = begin.error ?? count.error;
  return (
    <div role="group" aria-label="Recover the missing" className="grid gap-2 rounded-md border border-line p-3">
      <SelectField
        label="Send the missing again to"
        value={endpoint}
        onChange={setEndpoint}
        options={[['', 'Choose an endpoint'], ...enabled.map(({ id, url }) => [id, url] as const)]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button"
          disabled={endpoint === '' || count.isPending}
          onClick={() => count.mutate({ path, body: { event_ids: ids, dry_run: true } })}
        >
          Count what would be sent
        </button>
        {count.data !== undefined && begin.data === undefined && (
          <button
            type="button"
            className="button-main"
            disabled={count.data.total === 0 || begin.isPending}
            onClick={() => begin.mutate({ path, body: { event_ids: ids } })}
          >
            Send {events(count.data.total)} again{mode === 'live' ? ', live' : ''}
          </button>
        )}
      </div>
      <p role="status">{count.data !== undefined && <LeftOut counts={count.data.left_out} />}</p>
      {error !== null && (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      )}
      {typeof begin.data?.id === 'string' && <Progress path={{ ...path, recovery_id: begin.data.id }} />}
    </div>
  );
}

type Counts = {
  readonly unknown: number;
  readonly not_taken: number;
  readonly on_the_way: number;
  readonly without_text: number;
};

function LeftOut({ counts }: { readonly counts: Counts }) {
  const parts = [
    counts.on_the_way > 0 && `${events(counts.on_the_way)} already on the way`,
    counts.not_taken > 0 && `${events(counts.not_taken)} of types that this endpoint does not take`,
    counts.without_text > 0 && `${events(counts.without_text)} for which no full payload was made`,
    counts.unknown > 0 && `${events(counts.unknown)} no longer stored`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'All of them can be sent.' : `Left out: ${parts.join(', ')}.`;
}

function Progress({ path }: { readonly path: { readonly endpoint_id: string; readonly recovery_id: string } }) {
  const [done, setDone] = useState(false);
  const { data } = usePortalQuery('GET /endpoints/{endpoint_id}/recover-events/{recovery_id}', {
    path,
    refetchInterval: done ? false : 2_000,
  });
  useEffect(() => setDone(data?.status === 'done'), [data?.status]);
  if (data === undefined) return null;
  const said = `${data.recovered.toLocaleString('en-US')} of ${events(data.total)} put into the queue`;
  return (
    <p role="status">
      <progress value={data.recovered} max={data.total} aria-label="Recovered" className="mr-2" />
      {data.status === 'done' ? `Done: ${said}.` : `${said} so far.`}
    </p>
  );
}
