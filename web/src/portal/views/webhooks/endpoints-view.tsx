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
        Where we send the {mode} events of your institution. An institution has at most ten endpoints, of both modes
        together.
      </p>
      {data === undefined ? (
        <Waiting error={error} />
      ) : (
        <Section title="Endpoints" note={`${data.data.length} in ${mode} mode`}>
          {data.data.length === 0 ? (
            <p className="p-3 text-soft">
              There is no endpoint in {mode} mode, so no event is delivered.
              {may('endpoints.write') && ' Make one below.'}
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
        {endpoint.rotation !== null && ', two secrets sign'}
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
            Your receiver checks with it that a delivery is ours.{' '}
            <a href="/developers/gap" className="text-accent underline">
              How a signature is checked
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
          label="Address"
          className="sm:col-span-full"
          type="url"
          inputMode="url"
          maxLength={500}
          value={url}
          onChange={setUrl}
          hint="https, a public host name, port 443"
          problem={problemOf(action.error, 'url')}
        />
        <EventTypePicker chosen={types} onChange={setTypes} />
      </Form>
    </Section>
  );
}
