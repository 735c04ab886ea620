import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import type { List } from '#api/types.ts';
import { ActionButton, useAction } from '#ui/action.tsx';
import { Section, ShownOnce } from '#ui/section.tsx';
import { Theirs } from '#ui/theirs.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';

type Endpoint = {
  readonly id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: string;
  readonly status: string;
  readonly rotation: { readonly overlap_ends_at: string } | null;
};

/** Where the institution is told what happened. */
export function EndpointsSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/webhook-endpoints`;
  const { data } = useQuery({ queryKey: ['endpoints', institutionId], queryFn: () => request<List<Endpoint>>(path) });
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string>();
  const create = useAction<{ secret: string }>('The endpoint is there.', (made) => {
    setSecret(made.secret);
    setUrl('');
  });
  const rotate = useAction<{ secret: string }>('The secret is new; the old one works for 24 hours more.', (made) =>
    setSecret(made.secret),
  );
  return (
    <Section title="Webhook endpoints">
      {secret !== undefined && <ShownOnce name="The secret" secret={secret} />}
      {data?.data.length === 0 && <p className="p-3 text-soft">It has none.</p>}
      <ul>
        {data?.data.map((endpoint) => (
          <li key={endpoint.id} className="border-b border-line p-3">
            <EndpointRow path={`${path}/${endpoint.id}`} endpoint={endpoint}>
              <button
                type="button"
                className="button min-h-7 px-2"
                disabled={rotate.isPending}
                onClick={() => rotate.mutate({ path: `/webhook-endpoints/${endpoint.id}/rotate`, body: {} })}
              >
                Rotate the secret
              </button>
            </EndpointRow>
          </li>
        ))}
      </ul>
      <form
        className="flex flex-wrap items-end gap-2 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ path, body: { url, livemode: true } });
        }}
      >
        <label className="min-w-0 flex-1 basis-60 text-soft">
          Address of a new endpoint
          <input
            className="field"
            type="url"
            required
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={create.isPending}>
          Add
        </button>
      </form>
    </Section>
  );
}

type Row = { readonly endpoint: Endpoint; readonly path: string; readonly children: ReactNode };

function EndpointRow({ endpoint, path, children }: Row) {
  const { id, url, status, livemode, payload, rotation } = endpoint;
  const [shown, setShown] = useState(false);
  const health = useQuery({
    queryKey: ['health', id],
    queryFn: () => request<{ state: string; summary: string }>(`/webhook-endpoints/${id}/health`),
  });
  const since = new Date(Date.now() - 86_400_000).toISOString();
  return (
    <>
      <p className="min-w-0">
        <Theirs text={url} max={200} />{' '}
        <span className="text-soft">
          {livemode ? 'live' : 'test'}, {payload}, {status}
        </span>
      </p>
      <p className="text-soft">{health.data?.summary}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <ActionButton path={`/webhook-endpoints/${id}/test`} done="A test is on its way.">
          Send a test
        </ActionButton>
        <ActionButton
          path={path}
          method="PATCH"
          body={{ status: status === 'enabled' ? 'disabled' : 'enabled' }}
          done="Changed."
        >
          {status === 'enabled' ? 'Disable' : 'Enable'}
        </ActionButton>
        {children}
        {rotation !== null && (
          <ActionButton
            path={`/webhook-endpoints/${id}/promote`}
            done="Only the new secret works now."
            sure="End the old secret now?"
          >
            End the overlap
          </ActionButton>
        )}
        <ActionButton
          path={`/webhook-endpoints/${id}/recover`}
          body={{ since }}
          done="What was missed is on its way again."
          sure="Send again what failed since yesterday?"
        >
          Recover the last day
        </ActionButton>
        <ActionButton path={path} method="DELETE" done="The endpoint is gone." sure="Remove it for good?">
          Remove
        </ActionButton>
        <button type="button" className="button min-h-7 px-2" aria-expanded={shown} onClick={() => setShown(!shown)}>
          Deliveries
        </button>
      </div>
      {shown && <DeliveriesTab endpointId={id} />}
    </>
  );
}
