import { useState } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { OneTimeSecret, Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalAction, usePortalQuery, type Response } from '#portal/api.ts';
import { formatWhen, When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { useEndpointId } from './endpoint-view.tsx';
import { DeliveryLink, EndpointLink, Waiting } from './places.tsx';
import { receiverSnippets } from './receiver-snippets.ts';

type Rotation = Response<'GET /endpoints/{endpoint_id}/rotation'>;
type Running = NonNullable<Rotation['running']>;

export function RotateView() {
  const id = useEndpointId();
  const { may } = usePortal();
  useTitle('Rotate the secret');
  const [secret, setSecret] = useState<string>();
  const endpoint = usePortalQuery('GET /endpoints/{endpoint_id}', { path: { endpoint_id: id } });
  const { data, error } = usePortalQuery('GET /endpoints/{endpoint_id}/rotation', {
    path: { endpoint_id: id },
    refetchInterval: 3_000,
  });
  if (data === undefined || endpoint.data === undefined) return <Waiting error={error ?? endpoint.error} />;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Rotate the signing secret</h1>
      <p className="break-all">
        <EndpointLink id={id}>{endpoint.data.url}</EndpointLink>
      </p>
      <p className="text-soft">
        Secrets are identified by the first eight hex digits of their SHA-256. Active:{' '}
        <code className="font-mono">{data.secret_id}</code>
        {data.running !== null && (
          <>
            {' '}
            (new) and <code className="font-mono">{data.running.previous_secret_id}</code> (old)
          </>
        )}
        .
      </p>
      {secret !== undefined && <OneTimeSecret name="New signing secret" secret={secret} />}
      {data.running === null ? (
        may('endpoints.write') && <Begin id={id} onSecret={setSecret} />
      ) : (
        <Overlap running={data.running} />
      )}
      <Receiver />
      {may('endpoints.write') && <Rehearsal id={id} rotation={data} />}
      {data.running !== null && may('endpoints.write') && <End id={id} onDone={() => setSecret(undefined)} />}
    </div>
  );
}

const overlaps = [
  [0, 'None: only the new secret signs from now on'],
  [1, 'One hour'],
  [24, 'One day'],
  [168, 'Seven days'],
] as const;

function Begin({ id, onSecret }: { readonly id: string; onSecret(secret: string): void }) {
  const [hours, setHours] = useState<(typeof overlaps)[number][0]>(24);
  const action = usePortalAction('POST /endpoints/{endpoint_id}/rotate', 'New secret created', (rotated) =>
    onSecret(rotated.secret),
  );
  return (
    <Section title="1. New secret">
      <form
        aria-label="New secret"
        className="grid gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!action.isPending) action.mutate({ path: { endpoint_id: id }, body: { overlap_hours: hours } });
        }}
      >
        <fieldset>
          <legend className="text-soft">How long both secrets sign</legend>
          {overlaps.map(([value, words]) => (
            <label key={value} className="flex items-baseline gap-2">
              <input type="radio" name="overlap" checked={hours === value} onChange={() => setHours(value)} />
              {words}
            </label>
          ))}
        </fieldset>
        {hours === 0 && (
          <p className="text-warn">
            Receivers without the new secret will then reject every delivery, and the old secret can’t be restored.
          </p>
        )}
        <p className="flex flex-wrap items-center gap-2">
          <button type="submit" className="button-main" disabled={action.isPending}>
            Create the new secret
          </button>
          {action.error !== null && (
            <span role="alert" className="text-bad">
              {action.error.message}
            </span>
          )}
        </p>
      </form>
    </Section>
  );
}

function Overlap({ running }: { readonly running: Running }) {
  return (
    <Section title="1. Both secrets sign">
      <div className="grid gap-1 p-3">
        <p>
          Since <When at={running.started_at} />, until <When at={running.overlap_ends_at} />. After that, only the new
          one signs.
        </p>
        <p role="status">
          Since the rotation began: <strong>{running.acknowledged.toLocaleString('en')}</strong> deliveries
          acknowledged, <strong>{running.failed.toLocaleString('en')}</strong> attempts failed. Tests aren’t counted.
        </p>
        <p className="text-soft">
          Until then, X-Service-Signature uses the old secret, and webhook-signature has one entry for each secret that
          is whsec_ followed by base64.
        </p>
      </div>
    </Section>
  );
}

function Receiver() {
  return (
    <Section title="2. Accept both secrets" note="deploy your receiver with both">
      <div className="grid gap-3 p-3">
        {receiverSnippets.map(({ language, code }) => (
          <details key={language}>
            <summary className="text-accent">{language}</summary>
            <pre className="overflow-x-auto rounded-md bg-ground p-2 font-mono text-[0.9em]" tabIndex={0}>
              {code}
            </pre>
            <CopyButton text={code} what={`the ${language} code`} />
          </details>
        ))}
      </div>
    </Section>
  );
}

function Rehearsal({ id, rotation }: { readonly id: string; readonly rotation: Rotation }) {
  const { last_test: test, running } = rotation;
  return (
    <Section title={running === null ? 'Check the active secret' : '3. Verify that your receiver has the new secret'}>
      <div className="grid gap-2 p-3">
        <p className="text-soft">
          Sends one event of type <code className="font-mono">endpoint.secret_test</code>, signed with{' '}
          <code className="font-mono">{rotation.secret_id}</code> only. The test is meaningful only if your receiver
          rejects wrong signatures.
        </p>
        <ActionButton
          call="POST /endpoints/{endpoint_id}/rotation/test"
          path={{ endpoint_id: id }}
          success="Test queued"
        >
          Send the test
        </ActionButton>
        {test !== null && (
          <p role="status">
            <DeliveryLink id={test.delivery_id}>{`Test of ${formatWhen(test.at)}`}</DeliveryLink>:{' '}
            {test.state === 'pending' ? (
              'on its way.'
            ) : test.state === 'succeeded' ? (
              <span className="font-semibold text-good">acknowledged.</span>
            ) : (
              <span className="font-semibold text-bad">{test.cause ?? 'not sent'}.</span>
            )}
          </p>
        )}
      </div>
    </Section>
  );
}

function End({ id, onDone }: { readonly id: string; onDone(): void }) {
  return (
    <Section title="4. End the rotation">
      <div className="flex flex-wrap items-center gap-3 p-3">
        <ActionButton
          call="POST /endpoints/{endpoint_id}/rotation/promote"
          path={{ endpoint_id: id }}
          success="Only the new secret is active now"
          confirm="The old secret can’t be restored. Use only the new one?"
          onSuccess={onDone}
          size="main"
        >
          Use only the new secret
        </ActionButton>
        <ActionButton
          call="POST /endpoints/{endpoint_id}/rotation/revert"
          path={{ endpoint_id: id }}
          success="Reverted to the old secret"
          confirm="The new secret will stop signing and be lost. Revert?"
          onSuccess={onDone}
        >
          Revert to the old secret
        </ActionButton>
      </div>
    </Section>
  );
}
