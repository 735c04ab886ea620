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
              Your role does not see contacts of live borrowers, so this is not the text that was signed.
            </p>
          )}
          <Code text={pretty(data.body)} />
          <p className="mt-2 flex flex-wrap items-center gap-2 text-soft">
            <CopyButton text={data.body} what="the body" />
            {data.masked ? 'Copies what is shown.' : 'Copies the exact bytes; here it is set out for reading.'}
          </p>
        </div>
      </Section>
      {data.attempts.length === 0 && <p className="text-soft">No attempt has been recorded.</p>}
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
        <DeliveriesLink search={{ event_id: delivery.event_id }}>all its deliveries</DeliveriesLink>
      </>,
    ],
    [
      'Endpoint',
      delivery.endpoint_deleted ? (
        'deleted since'
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
              resent.length === 1 ? 'Resent as a new delivery' : 'Not resent: its endpoint was deleted'
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
          <p className="text-soft">What was sent at this attempt is not kept.</p>
        ) : (
          <>
            <p className="text-soft">
              X-Service-Signature was made with secret <code className="font-mono">{request.signed_by}</code>
              {request.standard_signed_by.length > 0 && (
                <>
                  , webhook-signature with <code className="font-mono">{request.standard_signed_by.join(', ')}</code>
                </>
              )}
              : the first eight hex digits of the SHA-256 of the secret.
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
                As curl, with the signature of this attempt; a receiver refuses it five minutes later.
              </p>
            )}
          </>
        )}
        <details>
          <summary className="text-accent">Answer of your server</summary>
          {attempt.answer === null || attempt.answer === '' ? (
            <p className="text-soft">{attempt.answer === null ? 'There was none.' : 'It had no body.'}</p>
          ) : (
            <pre className="max-h-96 overflow-auto p-2 font-mono text-[0.9em] whitespace-pre-wrap" tabIndex={0}>
              <RevealedText text={attempt.answer} />
            </pre>
          )}
          <p className="text-soft">The first 16 KiB are kept.</p>
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
      {address !== null && ' Look-up and connection are those of the connection, which may have been open before.'}
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
