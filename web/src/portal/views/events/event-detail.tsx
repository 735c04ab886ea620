import { Link, useParams } from '@tanstack/react-router';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { useTenant, usePortalQuery, type Response } from '#portal/api.ts';
import { ReferralLink } from '#portal/views/referrals/referral-link.tsx';
import { formatWhen, When } from '#portal/when.tsx';

type Detail = Response<'GET /events/{event_id}'>;
type Delivery = Detail['deliveries'][number];

const states: Readonly<Record<Delivery['state'], string>> = {
  pending: 'On its way',
  succeeded: 'Acknowledged',
  exhausted: 'Failed',
  canceled: 'Canceled',
  skipped: 'Not sent: the endpoint was disabled',
};

/** One event: the body sent, the object's current state, and its deliveries. */
export function EventPage() {
  const { eventId = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  useTitle('Event');
  const { institutionId, mode } = useTenant();
  const { data, error } = usePortalQuery('GET /events/{event_id}', { path: { event_id: eventId } });
  const back = (
    <Link to="/$institutionId/$mode/events" params={{ institutionId, mode }} className="text-accent underline">
      All events
    </Link>
  );
  if (error !== null)
    return (
      <>
        <ErrorMessage error={error} />
        {back}
      </>
    );
  if (data === undefined) return <p className="text-soft">Loading</p>;
  return (
    <>
      {back}
      <h1 className="mt-2 text-xl font-bold">{data.type}</h1>
      <EventFacts event={data} />
      {data.masked && <MaskedNote />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Json title="As sent" note="to endpoints with thin payloads" text={data.body} />
        {data.current === null ? (
          <Section title="The object now">
            <p className="p-3 text-soft">The object is no longer stored.</p>
          </Section>
        ) : (
          <Json title="The object now" text={data.current} />
        )}
      </div>
      <div className="mt-4">
        <Section title="Deliveries">
          <DataTable
            caption="Deliveries"
            columns={deliveryColumns(institutionId, mode)}
            rows={data.deliveries}
            rowId={(row) => row.id}
            empty="Not delivered: no endpoint was subscribed to this type."
          />
        </Section>
      </div>
    </>
  );
}

function MaskedNote() {
  return (
    <p role="note" className="mb-4 rounded-md border border-edge bg-ground px-3 py-2">
      Your role can’t see live borrowers’ contacts, so they’re masked here. They weren’t masked in the delivery.
    </p>
  );
}

function EventFacts({ event }: { readonly event: Detail }) {
  return (
    <dl className="mt-2 mb-4 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      <dt className="text-soft">Event</dt>
      <dd className="font-mono break-all">{event.id}</dd>
      <dt className="text-soft">Object</dt>
      <dd>
        <ReferralLink id={event.object_id} />
      </dd>
      <dt className="text-soft">Recorded</dt>
      <dd>
        <When at={event.created_at} exact />
      </dd>
    </dl>
  );
}

const deliveryColumns = (institutionId: string, mode: string) => [
  {
    title: 'Delivery',
    cell: (row: Delivery) => (
      // Deliveries have their own pages.
      <a
        href={`/portal/${institutionId}/${mode}/deliveries/${row.id}`}
        className="font-mono break-all text-accent underline"
      >
        {row.id}
      </a>
    ),
  },
  {
    title: 'Endpoint',
    cell: (row: Delivery) => <span className="break-all">{row.url ?? `${row.endpoint_id} (deleted)`}</span>,
  },
  { title: 'Result', cell: (row: Delivery) => resultOf(row) },
  { title: 'Attempts', cell: (row: Delivery) => row.attempts },
  { title: 'Started', cell: (row: Delivery) => <When at={row.created_at} exact /> },
  { title: 'Ended', cell: (row: Delivery) => (row.finished_at === null ? '' : <When at={row.finished_at} exact />) },
];

function resultOf({ state, status, cause, next_attempt_at: next }: Delivery): string {
  const why = status !== null ? `, HTTP ${status}` : cause !== null && cause !== 'acknowledged' ? `, ${cause}` : '';
  const when = state === 'pending' && next !== null ? `, next try ${formatWhen(next, true)}` : '';
  return `${states[state]}${why}${when}`;
}

/** Indented to be read; the button copies it as it is. */
function Json({ title, note, text }: { readonly title: string; readonly note?: string; readonly text: string }) {
  return (
    <Section title={title} note={note}>
      <div className="p-3">
        <CopyButton text={text} what={title} />
        <pre
          tabIndex={0}
          aria-label={title}
          className="untrusted-block mt-2 font-mono text-[0.9em] whitespace-pre-wrap"
        >
          {indent(text)}
        </pre>
      </div>
    </Section>
  );
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
