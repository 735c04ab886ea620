import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { Rehearsal } from '#portal/views/endpoints/rehearsal.tsx';
import { useTenant, usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';
import { formatWhen } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { EndpointFigures } from './endpoint-figures.tsx';
import { EventTypePicker } from './event-type-picker.tsx';
import { DeliveriesLink, EndpointPageLink, Waiting } from './places.tsx';

type Endpoint = Response<'GET /endpoints/{endpoint_id}'>;

/** The endpoint of the address. */
export const useEndpointId = (): string =>
  (useParams({ strict: false }) as Readonly<Record<string, string>>)['endpointId'] ?? '';

export function EndpointView() {
  const id = useEndpointId();
  const { may } = usePortal();
  useTitle('Endpoint');
  const { data: endpoint, error } = usePortalQuery('GET /endpoints/{endpoint_id}', { path: { endpoint_id: id } });
  if (endpoint === undefined) return <Waiting error={error} />;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold break-all">{endpoint.url}</h1>
      {endpoint.deprecated && <Sunset endpoint={endpoint} />}
      <Health id={id} />
      <Section title="Figures">
        <EndpointFigures id={id} />
      </Section>
      <div className="flex flex-wrap gap-2">
        {may('endpoints.write') && (
          <>
            <ActionButton
              call="POST /endpoints/{endpoint_id}/test"
              path={{ endpoint_id: id }}
              success="Test queued. See its delivery in the list"
              disabled={endpoint.status === 'disabled'}
            >
              Send a test
            </ActionButton>
            <EndpointPageLink id={id} page="rotate">
              Rotate the secret
            </EndpointPageLink>
          </>
        )}
        {may('deliveries.read') && (
          <EndpointPageLink id={id} page="recover">
            Recover missed events
          </EndpointPageLink>
        )}
        <span className="self-center">
          <DeliveriesLink search={{ endpoint_id: id }}>View deliveries</DeliveriesLink>
        </span>
      </div>
      {may('endpoints.write') && (
        <>
          <ChangeEndpoint key={endpoint.id} endpoint={endpoint} />
          <EndEndpoint endpoint={endpoint} />
        </>
      )}
    </div>
  );
}

function Sunset({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <p role="note" className="rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn">
      This endpoint gets full payloads, which are deprecated.{' '}
      {endpoint.sunset_at === null ? 'No end date is set yet.' : `They end on ${formatWhen(endpoint.sunset_at)}.`}{' '}
      Create a new endpoint, which gets thin payloads, and delete this one once your receiver can read them.
    </p>
  );
}

function Health({ id }: { readonly id: string }) {
  const { data, error } = usePortalQuery('GET /endpoints/{endpoint_id}/health', {
    path: { endpoint_id: id },
    refetchInterval: 15_000,
  });
  if (data === undefined) return <Waiting error={error} />;
  const { pending, last_24_hours: day, certificate_ends_at: endsAt } = data;
  return (
    <Section title="Health">
      <div className="grid gap-1 p-3">
        <p className={`font-semibold ${data.state === 'failing' ? 'text-bad' : ''}`}>{data.summary}</p>
        <p className="text-soft">
          Last 24 hours: {day.succeeded} acknowledged, {day.failed} failed attempts. Waiting: {pending.due} due now,{' '}
          {pending.scheduled} to be retried.
        </p>
        <p className={endsAt !== null && endsSoon(endsAt) ? 'text-warn' : 'text-soft'}>
          {endsAt === null
            ? 'We haven’t seen your server’s certificate yet.'
            : `Your server’s current certificate expires on ${formatWhen(endsAt)}.`}
        </p>
      </div>
    </Section>
  );
}

const endsSoon = (at: string): boolean => Date.parse(at) - Date.now() < 21 * 86_400_000;

function ChangeEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const [url, setUrl] = useState(endpoint.url);
  const [types, setTypes] = useState<readonly string[]>(endpoint.event_types);
  const action = usePortalAction('PATCH /endpoints/{endpoint_id}', 'Endpoint changed');
  const typesChanged = types.toSorted().join() !== endpoint.event_types.toSorted().join();
  const changed = url !== endpoint.url || typesChanged;
  return (
    <Section title="Change">
      <Form
        label="Change endpoint"
        ready={changed}
        pending={action.isPending}
        error={action.error}
        members={['url', 'event_types']}
        submit="Save"
        onSubmit={() => action.mutate({ path: { endpoint_id: endpoint.id }, body: { url, event_types: types } })}
      >
        <TextField
          label="Endpoint URL"
          className="sm:col-span-full"
          type="url"
          inputMode="url"
          maxLength={500}
          value={url}
          onChange={setUrl}
          hint="Pending deliveries go to the new URL"
          problem={problemOf(action.error, 'url')}
        />
        <EventTypePicker chosen={types} onChange={setTypes} />
        {typesChanged && (
          <div className="sm:col-span-full">
            <Rehearsal endpointId={endpoint.id} change={{ event_types: types }} />
          </div>
        )}
      </Form>
    </Section>
  );
}

function EndEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const { institutionId, mode } = useTenant();
  const navigate = useNavigate();
  const path = { endpoint_id: endpoint.id };
  const enabled = endpoint.status === 'enabled';
  return (
    <Section title={enabled ? 'Disable or delete' : 'Enable or delete'}>
      <div className="flex flex-wrap items-center gap-3 p-3">
        <ActionButton
          call="PATCH /endpoints/{endpoint_id}"
          path={path}
          body={{ status: enabled ? 'disabled' : 'enabled' }}
          success={enabled ? 'Endpoint disabled' : 'Endpoint enabled'}
          {...(enabled ? { confirm: 'Events will be skipped until you enable it again. Disable it?' } : {})}
        >
          {enabled ? 'Disable' : 'Enable'}
        </ActionButton>
        <ActionButton
          call="DELETE /endpoints/{endpoint_id}"
          path={path}
          success="Endpoint deleted"
          confirm="Its secret will be lost and pending deliveries canceled. Delete it?"
          onSuccess={() =>
            void navigate({ to: '/$institutionId/$mode/endpoints', params: { institutionId, mode }, replace: true })
          }
        >
          Delete
        </ActionButton>
        <span className="text-soft">Events skipped while it’s disabled can be recovered for 31 days.</span>
      </div>
    </Section>
  );
}
