import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { formatWhen, When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { toQuery, type DeliveryFilter } from './delivery-filter.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { Waiting } from './places.tsx';

export function DeliveriesView() {
  useTitle('Deliveries');
  const filter = useSearch({ strict: false }) as DeliveryFilter;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-bold">Deliveries</h1>
      <p className="text-soft">Kept for 31 days, including those of the last 50 deleted endpoints.</p>
      <DeliveryFilters key={JSON.stringify(filter)} filter={filter} />
      <Results key={`of ${JSON.stringify(filter)}`} filter={filter} />
    </div>
  );
}

function Results({ filter }: { readonly filter: DeliveryFilter }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = { ...toQuery(filter), limit: '100', cursor: cursors.at(-1) };
  const { data, error } = usePortalQuery('GET /deliveries', { query });
  if (data === undefined) return <Waiting error={error} />;
  return (
    <Section title="Found" note={cursors.length === 0 ? 'newest first' : `page ${cursors.length + 1}`}>
      <Resend chosen={chosen} onDone={() => setChosen(new Set())} />
      {data.data.length === 0 ? (
        <p className="p-3 text-soft">
          {data.searched_to === null
            ? Object.keys(toQuery(filter)).length > 0
              ? 'No deliveries match these filters.'
              : 'No deliveries yet. Each event goes to every endpoint subscribed to its type.'
            : `No matches since ${formatWhen(data.searched_to)}; older deliveries haven’t been searched.`}
        </p>
      ) : (
        <DeliveryTable rows={data.data} chosen={chosen} onChoose={setChosen} />
      )}
      {data.searched_to !== null && data.data.length > 0 && (
        <p className="px-3 py-2 text-soft">
          Searched back to <When at={data.searched_to} /> so far.
        </p>
      )}
      <div className="flex gap-2 p-3">
        <button
          type="button"
          className="button"
          disabled={cursors.length === 0}
          onClick={() => setCursors(cursors.slice(0, -1))}
        >
          Newer
        </button>
        <button
          type="button"
          className="button"
          disabled={data.next_cursor === null}
          onClick={() => data.next_cursor !== null && setCursors([...cursors, data.next_cursor])}
        >
          Older
        </button>
      </div>
    </Section>
  );
}

type ResendProps = { readonly chosen: ReadonlySet<string>; onDone(): void };

function Resend({ chosen, onDone }: ResendProps) {
  const { may } = usePortal();
  if (!may('deliveries.write')) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <ActionButton
        call="POST /deliveries/resend"
        body={{ delivery_ids: [...chosen] }}
        disabled={chosen.size === 0 || chosen.size > 500}
        success={({ resent, refused }) =>
          `${resent.length} resent${refused.length === 0 ? '' : `, ${refused.length} not resent: endpoint deleted or content expired`}`
        }
        onSuccess={onDone}
        confirm={`Resend ${chosen.size} to your receiver, with the same event ids?`}
      >
        Resend {chosen.size === 0 ? 'selected' : chosen.size}
      </ActionButton>
      <span className="text-soft">
        {chosen.size > 500 ? 'At most 500 at a time.' : 'Selections are kept across pages.'}
      </span>
    </div>
  );
}
