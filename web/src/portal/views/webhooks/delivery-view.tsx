import { useParams } from '@tanstack/react-router';
import { CopyButton } from '#ui/copy-button.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { RevealedText } from '#ui/untrusted-text.tsx';
import { usePortal, usePortalQuery, type Response } from '#portal/api.ts';
import { formatWhen, When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { DeliveriesLink, DoctorLink, EndpointLink, Waiting } from './places.tsx';
import { toCurl } from './to-curl.ts';
import { stateWords, stepWords } from './messages.ts';

type Delivery = Response<'GET /deliveries/{delivery_id}'>;
type Attempt = Delivery['attempts'][number];

export function DeliveryView() {
  const { deliveryId = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  useTitle('Delivery');
  const { data, error } = usePortalQuery('GET /deliveries/{delivery_id}', {
    path: { delivery_id: deliveryId },
    refetchInterval: 10_000,
  });
  if (data === undefined) return <Waiting error={error} />;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold break-all">{data.type}</h1>
      <Facts delivery={data} />
      <Section title="Body" note={data.masked ? 'contacts masked' : `${new Blob([data.body]).size} bytes, as sent`}>
        <div className="p-3">
          {data.masked && (
            <p className="mb-2 text-warn">
              Your role can’t see live borrowers’ contacts, so this isn’t the text that was signed.
            </p>
          )}
          <Code text={pretty(data.body)} />
          <p className="mt-2 flex flex-wrap items-center gap-2 text-soft">
            <CopyButton text={data.body} what="the body" />
            {data.masked
              ? 'Copies the text shown.'
              : 'Copies the exact bytes. The text shown here is formatted for reading.'}
          </p>
        </div>
      </Section>
      {data.attempts.length === 0 && <p className="text-soft">No attempts recorded.</p>}
      {data.attempts.toReversed().map((attempt) => (
        <AttemptSection key={`${attempt.number} ${attempt.at}`} attempt={attempt} delivery={data} />
      ))}
    </div>
  );
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { may } = usePortal();
  const facts: (readonly [string, React.ReactNode])[] = [
    ['State', stateWords[delivery.state]],
    ['Delivery', <code className="font-mono break-all">{delivery.id}</code>],
    [
      'Event',
      <>
        <code className="font-mono break-all">{delivery.event_id}</code>{' '}
        <DeliveriesLink search={{ event_id: delivery.event_id }}>all deliveries of this event</DeliveriesLink>
      </>,
    ],
    [
      'Endpoint',
      delivery.endpoint_deleted ? (
        'since deleted'
      ) : (
        <EndpointLink id={delivery.endpoint_id}>{delivery.url}</EndpointLink>
      ),
    ],
    ['Created', <When key="created" at={delivery.created_at} exact />],
    ['Next attempt', delivery.next_attempt_at === null ? 'none' : <When key="next" at={delivery.next_attempt_at} />],
  ];
  return (
    <Section title="Delivery">
      <dl className="grid gap-x-4 gap-y-1 p-3 sm:grid-cols-[8rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {may('deliveries.write') && (
        <div className="px-3 pb-3">
          <ActionButton
            call="POST /deliveries/resend"
            body={{ delivery_ids: [delivery.id] }}
            disabled={delivery.endpoint_deleted}
            success={({ resent }) =>
              resent.length === 1 ? 'Resent as a new delivery' : 'Not resent: the endpoint was deleted'
            }
          >
            Resend
          </ActionButton>
        </div>
      )}
    </Section>
  );
}

/** What receivers answer that do not find the signature to be ours. */
const refusing: ReadonlySet<number> = new Set([400, 401, 403]);

function Outcome({ attempt }: { readonly attempt: Attempt }) {
  return (
    <>
      <p>
        <span className={`font-semibold ${attempt.cause === 'acknowledged' ? 'text-good' : 'text-bad'}`}>
          {attempt.cause}
          {attempt.cause === 'acknowledged' && ` with ${attempt.status}`}
        </span>{' '}
        <span className="text-soft">after {attempt.duration_ms} ms</span>
      </p>
      {attempt.cause !== 'acknowledged' && (
        <p>
          {attempt.advice} {refusing.has(attempt.status ?? 0) && <DoctorLink />}
        </p>
      )}
    </>
  );
}

function AttemptSection({ attempt, delivery }: { readonly attempt: Attempt; readonly delivery: Delivery }) {
  const { request } = attempt;
  return (
    <Section title={`Attempt ${attempt.number}`} note={`${formatWhen(attempt.at)} (${attempt.at})`}>
      <div className="grid grid-cols-1 gap-3 p-3">
        <Outcome attempt={attempt} />
        <Timings attempt={attempt} />
        {request === null ? (
          <p className="text-soft">The request of this attempt is no longer stored.</p>
        ) : (
          <>
            <p className="text-soft">
              X-Service-Signature was computed with secret <code className="font-mono">{request.signed_by}</code>
              {request.standard_signed_by.length > 0 && (
                <>
                  , webhook-signature with <code className="font-mono">{request.standard_signed_by.join(', ')}</code>
                </>
              )}
              (the first eight hex digits of the secret’s SHA-256).
            </p>
            <details>
              <summary className="text-accent">Request headers</summary>
              <Code
                text={[`POST ${request.url}`, ...request.headers.map(({ name, value }) => `${name}: ${value}`)].join(
                  '\n',
                )}
              />
            </details>
            {!delivery.masked && (
              <p className="flex flex-wrap items-center gap-2 text-soft">
                <CopyButton text={toCurl(request, delivery.body)} what="as curl" />
                As curl, with this attempt’s signature. Receivers reject it after five minutes.
              </p>
            )}
          </>
        )}
        <details>
          <summary className="text-accent">Your server’s response</summary>
          {attempt.answer === null || attempt.answer === '' ? (
            <p className="text-soft">{attempt.answer === null ? 'No response.' : 'The response had no body.'}</p>
          ) : (
            <pre className="max-h-96 overflow-auto p-2 font-mono text-[0.9em] whitespace-pre-wrap" tabIndex={0}>
              <RevealedText text={attempt.answer} />
            </pre>
          )}
          <p className="text-soft">Only the first 16 KiB are kept.</p>
        </details>
      </div>
    </Section>
  );
}

function Timings({ attempt: { timings, address } }: { readonly attempt: Attempt }) {
  const steps = Object.entries(stepWords).flatMap(([name, words]) => {
    const value = timings[name];
    return value === undefined ? [] : [`${words} ${value} ms`];
  });
  return (
    <p className="text-soft">
      {address === null ? 'No connection was made.' : `Sent to ${address}. ${steps.join(', ')}.`}
      {address !== null && ' DNS and connection times are for the connection, which may have been reused.'}
    </p>
  );
}

const Code = ({ text }: { readonly text: string }) => (
  <pre className="max-h-[32rem] overflow-auto rounded-md bg-ground p-2 font-mono text-[0.9em]" tabIndex={0}>
    {text}
  </pre>
);

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
