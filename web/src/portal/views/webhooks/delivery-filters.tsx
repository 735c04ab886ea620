import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField, TextField } from '#ui/form.tsx';
import { useTenant, usePortalQuery } from '#portal/api.ts';
import type { DeliveryFilter } from './delivery-filter.ts';
import { stateWords } from './messages.ts';

const states = [['', 'any state'], ...Object.entries(stateWords)] as [string, string][];

const statuses: [string, string][] = [
  ['', 'any response'],
  ['2xx', '2xx'],
  ['3xx', '3xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
  ['none', 'no response'],
];

/** The search filters, stored in the page's URL. */
export function DeliveryFilters({ filter }: { readonly filter: DeliveryFilter }) {
  const { institutionId, mode } = useTenant();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(filter);
  const { endpoints, types } = useChoices(draft.endpoint_id);
  const set = (name: keyof DeliveryFilter) => (value: string) => setDraft({ ...draft, [name]: value.trim() });
  const go = (search: DeliveryFilter): void =>
    void navigate({ to: '/$institutionId/$mode/deliveries', params: { institutionId, mode }, search });
  return (
    <form
      aria-label="Search deliveries"
      className="panel grid gap-3 p-3 sm:grid-cols-2 lg:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault();
        go(Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '')));
      }}
    >
      <SelectField label="State" value={draft.state ?? ''} onChange={set('state')} options={states} />
      <SelectField label="Response" value={draft.status ?? ''} onChange={set('status')} options={statuses} />
      <SelectField label="Endpoint" value={draft.endpoint_id ?? ''} onChange={set('endpoint_id')} options={endpoints} />
      <SelectField label="Type" value={draft.type ?? ''} onChange={set('type')} options={types} />
      <TextField label="Event id" value={draft.event_id ?? ''} onChange={set('event_id')} maxLength={100} mono />
      <TextField
        label="Object id"
        value={draft.object_id ?? ''}
        onChange={set('object_id')}
        maxLength={100}
        hint="A referral, an enrollment or a statement"
        mono
      />
      <TextField label="From (your time)" type="datetime-local" value={draft.since ?? ''} onChange={set('since')} />
      <TextField label="Until (your time)" type="datetime-local" value={draft.until ?? ''} onChange={set('until')} />
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <button type="submit" className="button">
          Search
        </button>
        <button type="button" className="button" onClick={() => go({})}>
          Clear
        </button>
      </div>
    </form>
  );
}

type Option = readonly [value: string, words: string];

/** Endpoints and types to choose from; a deleted endpoint is named by its id. */
function useChoices(chosen: string | undefined): { readonly endpoints: Option[]; readonly types: Option[] } {
  const { data: endpoints } = usePortalQuery('GET /endpoints');
  const { data: types } = usePortalQuery('GET /event-types');
  const known = endpoints?.data.map(({ id, url }): Option => [id, url]) ?? [];
  const isKnown = chosen === undefined || chosen === '' || known.some(([id]) => id === chosen);
  const tests = ['endpoint.test', 'endpoint.secret_test'];
  const names = [...(types?.data.map(({ type }) => type) ?? []), ...tests];
  return {
    endpoints: [['', 'any endpoint'], ...known, ...(isKnown ? [] : [[chosen, chosen] as const])],
    types: [['', 'any type'], ...names.map((type): Option => [type, type])],
  };
}
