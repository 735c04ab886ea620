import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { request } from '#api/request.ts';
import type { Endpoint } from '#api/types.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { UntrustedText } from '#ui/untrusted-text.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EndpointForm } from './endpoint-form.tsx';

/** Webhook endpoints of the institution. */
export function EndpointsSection({ institutionId }: { readonly institutionId: string }) {
  const { data } = useQuery({
    queryKey: ['endpoints', institutionId],
    queryFn: () =>
      request('GET /institutions/{institution_id}/webhook-endpoints', { path: { institution_id: institutionId } }),
  });
  const [secret, setSecret] = useState<string>();
  const rotate = useAction(
    'POST /webhook-endpoints/{endpoint_id}/rotate',
    'Secret rotated. The old one works for another 24 hours.',
    { onSuccess: (rotated) => setSecret(rotated.secret) },
  );
  return (
    <Section title="Webhook endpoints">
      {secret !== undefined && <OneTimeSecret name="Signing secret" secret={secret} />}
      {data?.data.length === 0 && <p className="p-3 text-soft">No endpoints.</p>}
      <ul>
        {data?.data.map((endpoint) => (
          <li key={endpoint.id} className="border-b border-line p-3">
            <EndpointRow institutionId={institutionId} endpoint={endpoint}>
              <button
                type="button"
                className="button min-h-7 px-2"
                disabled={rotate.isPending}
                onClick={() => rotate.mutate({ path: { endpoint_id: endpoint.id }, body: {} })}
              >
                Rotate secret
              </button>
            </EndpointRow>
          </li>
        ))}
      </ul>
      <EndpointForm institutionId={institutionId} onCreated={setSecret} />
    </Section>
  );
}

type EndpointRowProps = { readonly endpoint: Endpoint; readonly institutionId: string; readonly children: ReactNode };

function EndpointRow({ endpoint, institutionId, children }: EndpointRowProps) {
  const { id, status, rotation } = endpoint;
  const path = { institution_id: institutionId, endpoint_id: id };
  const [deliveriesOpen, setDeliveriesOpen] = useState(false);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  return (
    <>
      <EndpointSummary endpoint={endpoint} />
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <ActionButton
          call="POST /webhook-endpoints/{endpoint_id}/test"
          path={{ endpoint_id: id }}
          success="Test event queued."
        >
          Send test event
        </ActionButton>
        <ActionButton
          call="PATCH /institutions/{institution_id}/webhook-endpoints/{endpoint_id}"
          path={path}
          body={{ status: status === 'enabled' ? 'disabled' : 'enabled' }}
          success={status === 'enabled' ? 'Endpoint disabled.' : 'Endpoint enabled.'}
        >
          {status === 'enabled' ? 'Disable' : 'Enable'}
        </ActionButton>
        {children}
        {rotation !== null && (
          <ActionButton
            call="POST /webhook-endpoints/{endpoint_id}/promote"
            path={{ endpoint_id: id }}
            success="Only the new secret works now."
            confirm="Stop using the old secret now?"
          >
            End overlap
          </ActionButton>
        )}
        <ActionButton
          call="POST /webhook-endpoints/{endpoint_id}/recover"
          path={{ endpoint_id: id }}
          body={{ since }}
          success="Failed deliveries queued again."
          confirm="Resend deliveries that failed in the last 24 hours?"
        >
          Recover last 24 hours
        </ActionButton>
        <ActionButton
          call="DELETE /institutions/{institution_id}/webhook-endpoints/{endpoint_id}"
          path={path}
          success="Endpoint removed."
          confirm="Remove it permanently?"
        >
          Remove
        </ActionButton>
        <DeliveriesToggle open={deliveriesOpen} onChange={setDeliveriesOpen} />
      </div>
      {deliveriesOpen && <DeliveriesTab endpointId={id} />}
    </>
  );
}

const DeliveriesToggle = ({ open, onChange }: { readonly open: boolean; onChange(open: boolean): void }) => (
  <button type="button" className="button min-h-7 px-2" aria-expanded={open} onClick={() => onChange(!open)}>
    Deliveries
  </button>
);

function EndpointSummary({
  endpoint: { id, url, status, livemode, payload, event_types: types },
}: {
  readonly endpoint: Endpoint;
}) {
  const health = useQuery({
    queryKey: ['health', id],
    queryFn: () => request('GET /webhook-endpoints/{endpoint_id}/health', { path: { endpoint_id: id } }),
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
