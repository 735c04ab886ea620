import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePagedList } from '#ui/paged-list.ts';
import { request } from '#api/request.ts';
import type { Delivery, QueryOf } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton } from '#board/action.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { SelectField, TextField } from '#ui/form.tsx';
import { PagedTable } from '#ui/paged-table.tsx';
import { Section } from '#ui/section.tsx';
import { useDebounced } from '#ui/time.tsx';
import { UntrustedBlock } from '#ui/untrusted-text.tsx';

const states: readonly Delivery['state'][] = ['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'];
const filters = [
  ['account_id', 'Institution or agent ID'],
  ['endpoint_id', 'Endpoint ID'],
  ['type', 'Event type'],
  ['event_id', 'Event ID'],
] as const;

/** Webhook deliveries by whom, where, what and how they ended; each opens with body, answers and next attempt. */
export function DeliveriesTab({ endpointId }: { readonly endpointId?: string }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [openId, setOpenId] = useState<string>();
  const filter = useDebounced(
    Object.fromEntries(
      Object.entries({ ...typed, ...(endpointId === undefined ? {} : { endpoint_id: endpointId }) })
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value !== ''),
    ) as QueryOf<'GET /deliveries'>,
  );
  const pages = usePagedList(['deliveries', filter], (cursor) =>
    request('GET /deliveries', { query: { limit: '50', ...filter, ...cursor } }),
  );
  const columns = useMemo(() => columnsFor(openId, setOpenId), [openId]);
  const set = (name: string) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <Section title="Deliveries" note="newest first">
      <div className="grid gap-x-3 px-3 pt-3 sm:grid-cols-3 xl:grid-cols-5">
        {filters
          .filter(([name]) => endpointId === undefined || (name !== 'account_id' && name !== 'endpoint_id'))
          .map(([name, label]) => (
            <TextField key={name} label={label} maxLength={100} value={typed[name] ?? ''} onChange={set(name)} />
          ))}
        <SelectField
          label="State"
          value={typed['state'] ?? ''}
          options={[['', 'all'], ...states.map((state) => [state, state] as const)]}
          onChange={set('state')}
        />
      </div>
      <PagedTable caption="Deliveries" columns={columns} list={pages} rowId={({ id }) => id} empty="No deliveries." />
      {openId !== undefined && <DeliveryDetail key={openId} id={openId} onClose={() => setOpenId(undefined)} />}
    </Section>
  );
}

const describeAttempts = ({ attempts, next_attempt_at: next }: Delivery): string => {
  const last = attempts.at(-1);
  const made =
    last === undefined
      ? 'no attempts yet'
      : `${attempts.length}×, last: ${last.status ?? last.cause} (${last.duration_ms.toLocaleString('en-US')} ms)`;
  return next === null ? made : `${made}; next ${formatDateTime(next)}`;
};

const code = (text: string) => <code className="font-mono text-[0.9em] break-all">{text}</code>;

const columnsFor = (
  openId: string | undefined,
  open: (id: string | undefined) => void,
): readonly TableColumn<Delivery>[] => [
  { title: 'Created', cell: ({ created_at: at }) => formatDateTime(at), sortBy: ({ created_at: at }) => at },
  { title: 'Event', cell: ({ type }) => type, sortBy: ({ type }) => type },
  { title: 'Account', cell: ({ account_id: id }) => code(id) },
  { title: 'Endpoint', cell: ({ endpoint_id: id }) => code(id) },
  { title: 'State', cell: ({ state }) => state, sortBy: ({ state }) => state },
  { title: 'Attempts', cell: describeAttempts },
  {
    title: 'Actions',
    cell: ({ id }) => (
      <span className="flex flex-wrap gap-1.5">
        <button
          type="button"
          className="button min-h-7 px-2"
          aria-expanded={openId === id}
          onClick={() => open(openId === id ? undefined : id)}
        >
          Open
        </button>
        <ActionButton
          call="POST /deliveries/{delivery_id}/resend"
          path={{ delivery_id: id }}
          success="Delivery queued again."
        >
          Resend
        </ActionButton>
      </span>
    ),
  },
];

const Answer = ({ text }: { readonly text: string }) =>
  text === '' ? null : <UntrustedBlock text={text} from="The receiver’s answer" />;

/** The body, the responses and the next attempt. */
function DeliveryDetail({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { data, error } = useQuery({
    queryKey: ['delivery', id],
    queryFn: () => request('GET /deliveries/{delivery_id}', { path: { delivery_id: id } }),
  });
  if (data === undefined)
    return error === null ? <p className="p-3 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  return (
    <section aria-label={`Delivery ${id}`} className="grid gap-2 border-t border-edge p-3">
      <header className="flex flex-wrap items-baseline gap-3">
        <h3 className="font-bold">{data.type}</h3>
        {code(id)}
        <span className="text-soft">event {data.event_id}</span>
        <button type="button" className="button min-h-7 px-2" onClick={onClose}>
          Close
        </button>
      </header>
      <p>
        To {data.url ?? 'a removed endpoint'}.{' '}
        {data.next_attempt_at === null
          ? 'No further attempts.'
          : `Next attempt ${formatDateTime(data.next_attempt_at)}.`}
      </p>
      <ol className="grid gap-2">
        {data.attempts.map(({ number, at, status, cause, duration_ms: ms }, index) => (
          <li key={at}>
            Attempt {number}, {formatDateTime(at)}: {status ?? cause}
            {status !== null && `, ${cause}`} ({ms.toLocaleString('en-US')} ms)
            <Answer text={data.answers[index]?.text ?? ''} />
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-2">
        <span className="text-soft">Body</span>
        <CopyButton text={data.body} what="body" />
      </div>
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md bg-ground p-2 font-mono text-[0.85em] break-all whitespace-pre-wrap"
      >
        {data.body}
      </pre>
    </section>
  );
}
