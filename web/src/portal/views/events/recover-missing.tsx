import { useEffect, useState } from 'react';
import { SelectField } from '#ui/form.tsx';
import { usePortal, usePortalAction, usePortalQuery } from '#portal/api.ts';

type Props = { readonly ids: readonly string[] };

const events = (number: number): string => `${number.toLocaleString('en-US')} ${number === 1 ? 'event' : 'events'}`;

/** Resends exactly these events to a chosen endpoint: a preview count first, then the recovery with its progress. */
export function RecoverMissing({ ids }: Props) {
  const { mode } = usePortal();
  const [endpoint, setEndpoint] = useState('');
  const { data: receivers } = usePortalQuery('GET /events/receivers');
  const count = usePortalAction('POST /endpoints/{endpoint_id}/recover-events', () => undefined);
  const begin = usePortalAction('POST /endpoints/{endpoint_id}/recover-events', ({ total }) =>
    total === 0 ? 'Nothing to resend.' : `${events(total)} will be resent.`,
  );
  const path = { endpoint_id: endpoint };
  // A count is valid only for its endpoint and events.
  useEffect(() => {
    count.reset();
    begin.reset();
  }, [endpoint, ids]);
  const enabled = receivers?.data.filter(({ status }) => status === 'enabled') ?? [];
  if (receivers !== undefined && enabled.length === 0)
    return <p className="text-soft">No endpoint in this mode is enabled, so nothing can be resent.</p>;
  const error = begin.error ?? count.error;
  return (
    <div role="group" aria-label="Recover the missing" className="grid gap-2 rounded-md border border-line p-3">
      <SelectField
        label="Resend missing events to"
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
          Preview the count
        </button>
        {count.data !== undefined && begin.data === undefined && (
          <button
            type="button"
            className="button-main"
            disabled={count.data.total === 0 || begin.isPending}
            onClick={() => begin.mutate({ path, body: { event_ids: ids } })}
          >
            Resend {events(count.data.total)}
            {mode === 'live' ? ', live' : ''}
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
    counts.on_the_way > 0 && `${events(counts.on_the_way)} already on their way`,
    counts.not_taken > 0 && `${events(counts.not_taken)} of types this endpoint isn’t subscribed to`,
    counts.without_text > 0 && `${events(counts.without_text)} without a full payload`,
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
  const said = `${data.recovered.toLocaleString('en-US')} of ${events(data.total)} queued`;
  return (
    <p role="status">
      <progress value={data.recovered} max={data.total} aria-label="Recovered" className="mr-2" />
      {data.status === 'done' ? `Done: ${said}.` : `${said} so far.`}
    </p>
  );
}
