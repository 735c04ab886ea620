import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import type { Endpoint, Endpoints, ResponseOf } from '#api/types.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EndpointForm } from './endpoint-form.tsx';

/** Webhook endpoints of the institution. */
export function EndpointsSection({ institutionId }: { readonly institutionId: string }) {
  const path = `/institutions/${institutionId}/webhook-endpoints`;
  const { data } = useQuery({ queryKey: ['endpoints', institutionId], queryFn: () => request<Endpoints>(path) });
  const [secret, setSecret] = useState<string>();
  const rotate = useAction<ResponseOf<'webhooks.rotate-secret'>>(
    'Secret rotated. The old one works for another 24 hours.',
    (rotated) => setSecret(rotated.secret),
  );
  return (
    <Section title="Webhook endpoints">
      {secret !== undefined && <OneTimeSecret name="Signing secret" secret={secret} />}
      {data?.data.length === 0 && <p className="p-3 text-soft">No endpoints.</p>}
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
                Rotate secret
              </button>
            </EndpointRow>
          </li>
        ))}
      </ul>
      <EndpointForm path={path} onCreated={setSecret} />
    </Section>
  );
}

type EndpointRowProps = { readonly endpoint: Endpoint; readonly path: string; readonly children: ReactNode };

function EndpointRow({ endpoint, path, children }: EndpointRowProps) {
  const { id, status, rotation } = endpoint;
  const [deliveriesOpen, setDeliveriesOpen] = useState(false);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  return (
    <>
      <EndpointSummary endpoint={endpoint} />
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <ActionButton path={`/webhook-endpoints/${id}/test`} success="Test event queued.">
          Send test event
        </ActionButton>
        <ActionButton
          path={path}
          method="PATCH"
          body={{ status: status === 'enabled' ? 'disabled' : 'enabled' }}
          success={status === 'enabled' ? 'Endpoint disabled.' : 'Endpoint enabled.'}
        >
          {status === 'enabled' ? 'Disable' : 'Enable'}
        </ActionButton>
        {children}
        {rotation !== null && (
          <ActionButton
            path={`/webhook-endpoints/${id}/promote`}
            success="Only the new secret works now."
            confirm="Stop using the old secret now?"
          >
            End overlap
          </ActionButton>
        )}
        <ActionButton
          path={`/webhook-endpoints/${id}/recover`}
          body={{ since }}
          success="Failed deliveries queued again."
          confirm="Resend deliveries that failed in the last 24 hours?"
        >
          Recover last 24 hours
        </ActionButton>
        <ActionButton path={path} method="DELETE" success="Endpoint removed." confirm="Remove it permanently?">
          Remove
        </ActionButton>
        <button
          type="button"
          className="button min-h-7 px-2"
          aria-expanded={deliveriesOpen}
          onClick={() => setDeliveriesOpen(!deliveriesOpen)}
        >
          Deliveries
        </button>
      </div>
      {deliveriesOpen && <DeliveriesTab endpointId={id} />}
    </>
  );
}

function EndpointSummary({
  endpoint: { id, url, status, livemode, payload, event_types: types },
}: {
  readonly endpoint: Endpoint;
}) {
  const health = useQuery({
    queryKey: ['health', id],
    queryFn: () => request<ResponseOf<'webhooks.get-endpoint-health'>>(`/webhook-endpoints/${id}/health`),
  });
  return (
    <>
      <p className="min-w-0">
        <UntrustedText text={url} max={200} />{' '}
        <span className="text-soft">
          {livemode ? 'live' : 'test'}, {payload}, {status}, {types.length === 0 ? 'all events' : types.join(', ')}
        </span>
      </p>
      <p className="text-soft">{health.data?.summary}</p>
    </>
  );
}
