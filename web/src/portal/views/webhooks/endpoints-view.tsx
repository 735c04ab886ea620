import { useState } from 'react';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';
import { EventTypePicker } from './event-type-picker.tsx';
import { EndpointLink, Waiting } from './places.tsx';

type Endpoint = Response<'GET /endpoints/{endpoint_id}'>;

export function EndpointsView() {
  const { mode, may } = usePortal();
  useTitle('Endpoints');
  const { data, error } = usePortalQuery('GET /endpoints');
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Webhook endpoints</h1>
      <p className="text-soft">
        Where we send your institution’s {mode} events. You can have up to ten endpoints across both modes.
      </p>
      {data === undefined ? (
        <Waiting error={error} />
      ) : (
        <Section title="Endpoints" note={`${data.data.length} in ${mode} mode`}>
          {data.data.length === 0 ? (
            <p className="p-3 text-soft">
              There are no endpoints in {mode} mode, so no events are delivered.
              {may('endpoints.write') && ' Create one below.'}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {data.data.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )}
        </Section>
      )}
      {may('endpoints.write') && <NewEndpoint />}
    </div>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const { data } = usePortalQuery('GET /endpoints/{endpoint_id}/health', { path: { endpoint_id: endpoint.id } });
  return (
    <li className="px-3 py-2">
      <p className="break-all">
        <EndpointLink id={endpoint.id}>{endpoint.url}</EndpointLink>
      </p>
      <p className={data?.state === 'failing' ? 'text-bad' : 'text-soft'}>{data?.summary ?? ' '}</p>
      <p className="text-soft">
        {endpoint.event_types.length === 0 ? 'All types' : `${endpoint.event_types.length} types`}
        {endpoint.rotation !== null && ', two signing secrets'}
        {endpoint.deprecated && ', full payloads'}
      </p>
    </li>
  );
}

function NewEndpoint() {
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly string[]>([]);
  const [secret, setSecret] = useState<string>();
  const action = usePortalAction('POST /endpoints', 'Endpoint created', (created) => {
    setUrl('');
    setTypes([]);
    setSecret(created.secret);
  });
  return (
    <Section title="New endpoint">
      {secret !== undefined && (
        <>
          <OneTimeSecret name="Signing secret" secret={secret} />
          <p className="max-w-prose px-3 text-soft">
            Your receiver uses it to verify that a delivery is from us.{' '}
            <a href="/developers/gap" className="text-accent underline">
              How to verify a signature
            </a>
            . Then open the endpoint above and send a test.
          </p>
        </>
      )}
      <Form
        label="New endpoint"
        ready={url !== ''}
        pending={action.isPending}
        error={action.error}
        members={['url', 'event_types']}
        submit="Create endpoint"
        onSubmit={() => action.mutate({ body: { url, event_types: types } })}
      >
        <TextField
          label="Endpoint URL"
          className="sm:col-span-full"
          type="url"
          inputMode="url"
          maxLength={500}
          value={url}
          onChange={setUrl}
          hint="https, public hostname, port 443"
          problem={problemOf(action.error, 'url')}
        />
        <EventTypePicker chosen={types} onChange={setTypes} />
      </Form>
    </Section>
  );
}
