import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery, type Response } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { useEndpointId } from './endpoint-view.tsx';
import { EndpointLink, Waiting } from './places.tsx';
import { NewRecovery } from './new-recovery.tsx';

type Recovery = Response<'GET /endpoints/{endpoint_id}/recoveries'>['data'][number];
export function RecoverView() {
  const id = useEndpointId();
  useTitle('Recover');
  const { data: endpoint, error } = usePortalQuery('GET /endpoints/{endpoint_id}', { path: { endpoint_id: id } });
  const recoveries = usePortalQuery('GET /endpoints/{endpoint_id}/recoveries', {
    path: { endpoint_id: id },
    refetchInterval: 2_000,
  });
  if (endpoint === undefined) return <Waiting error={error} />;
  const running = recoveries.data?.data.some(({ status }) => status === 'running') ?? false;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Recover missed events</h1>
      <p className="break-all">
        <EndpointLink id={id}>{endpoint.url}</EndpointLink>
      </p>
      <p className="text-soft">
        Resends events that didn’t arrive, each once, with its original event id. Events that have since arrived or are
        on their way are skipped. Recovered events never delay new ones.
      </p>
      {endpoint.status === 'disabled' && (
        <p role="note" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          The endpoint is disabled, so recovered events would be skipped again. Enable it first.
        </p>
      )}
      <NewRecovery id={id} running={running} />
      <Section title="History" note="the last 20">
        {recoveries.data === undefined ? (
          <div className="p-3">
            <Waiting error={recoveries.error} />
          </div>
        ) : (
          <History id={id} recoveries={recoveries.data.data} />
        )}
      </Section>
    </div>
  );
}

const statusWords = { running: 'running', done: 'done', stopped: 'stopped' } as const;

function History({ id, recoveries }: { readonly id: string; readonly recoveries: readonly Recovery[] }) {
  const { may } = usePortal();
  if (recoveries.length === 0) return <p className="p-3 text-soft">No recoveries at this endpoint yet.</p>;
  return (
    <ul className="divide-y divide-line">
      {recoveries.map((recovery) => (
        <li key={recovery.id} className="grid gap-1 px-3 py-2">
          <p>
            <span className="font-semibold">{statusWords[recovery.status]}</span>, started{' '}
            <When at={recovery.created_at} />: {recovery.recovered.toLocaleString('en')} of{' '}
            {recovery.total.toLocaleString('en')} queued again
            {recovery.recovered_per_minute !== null &&
              `, ${recovery.recovered_per_minute.toLocaleString('en')} a minute`}
            .
          </p>
          {recovery.status === 'running' && (
            <progress
              aria-label="Progress of the recovery"
              max={Math.max(1, recovery.total)}
              value={recovery.recovered}
              className="w-full"
            />
          )}
          <p className="text-soft">
            Created from <When at={recovery.since} /> to <When at={recovery.until} />;{' '}
            {recovery.event_types.length === 0 ? 'all types' : recovery.event_types.join(', ')}
            {recovery.per_minute !== null && `; at most ${recovery.per_minute.toLocaleString('en')} a minute`}
          </p>
          {recovery.status === 'running' && may('deliveries.write') && (
            <p>
              <ActionButton
                call="POST /endpoints/{endpoint_id}/recoveries/{recovery_id}/stop"
                path={{ endpoint_id: id, recovery_id: recovery.id }}
                success="Recovery stopped. Queued events will still be delivered"
              >
                Stop
              </ActionButton>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
