import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField, TextField } from '#ui/form.tsx';
import { useTenant } from '#portal/api.ts';
import { readRequestSearch, type RequestSearch } from './request-search.ts';

/** Typed filters take effect when applied; the URL then contains them, so that it can be shared. */
export function RequestFilters({ search }: { readonly search: RequestSearch }) {
  const { institutionId, mode } = useTenant();
  const navigate = useNavigate();
  const [filters, setFilters] = useState<RequestSearch>(search);
  // On a phone the calls come first.
  const [isOpen] = useState(() => Object.keys(search).length > 0 || window.matchMedia('(min-width: 40rem)').matches);
  const set = (name: keyof RequestSearch) => (value: string) => setFilters({ ...filters, [name]: value });
  const apply = (next: RequestSearch): void =>
    void navigate({
      to: '/$institutionId/$mode/requests',
      params: { institutionId, mode },
      search: readRequestSearch(next as Record<string, unknown>),
    });
  return (
    <details className="panel mt-3" open={isOpen}>
      <summary className="px-3 py-2 font-semibold">Filters</summary>
      <form
        aria-label="Filters"
        className="grid gap-3 border-t border-line p-3 sm:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault();
          apply(filters);
        }}
      >
        <Fields filters={filters} set={set} />
        <div className="flex flex-wrap gap-2 sm:col-span-full">
          <button type="submit" className="button-main">
            Apply
          </button>
          <button type="button" className="button" onClick={() => apply({})}>
            Clear
          </button>
        </div>
      </form>
    </details>
  );
}

type FieldsProps = {
  readonly filters: RequestSearch;
  set(name: keyof RequestSearch): (value: string) => void;
};

function Fields({ filters, set }: FieldsProps) {
  return (
    <>
      <SelectField label="Status" value={filters.status ?? ''} onChange={set('status')} options={statuses} />
      <SelectField label="Method" value={filters.method ?? ''} onChange={set('method')} options={methods} />
      <TextField label="Error code" value={filters.code ?? ''} onChange={set('code')} maxLength={100} mono />
      <TextField
        label="Route"
        value={filters.route ?? ''}
        onChange={set('route')}
        maxLength={200}
        mono
        hint="For example, /api/gap/v1/referrals/:id"
      />
      <TextField
        label="Request id"
        value={filters.request_id ?? ''}
        onChange={set('request_id')}
        maxLength={100}
        mono
      />
      <TextField
        label="Object id"
        value={filters.object_id ?? ''}
        onChange={set('object_id')}
        maxLength={100}
        mono
        hint="In the path or the response, but not inside lists"
      />
      <TextField
        label="Credential or key id"
        value={filters.credential_id ?? ''}
        onChange={set('credential_id')}
        maxLength={100}
        mono
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField label="From (UTC)" type="date" value={filters.created_from ?? ''} onChange={set('created_from')} />
        <TextField label="Before (UTC)" type="date" value={filters.created_to ?? ''} onChange={set('created_to')} />
      </div>
    </>
  );
}

const statuses = [
  ['', 'All'],
  ['2xx', 'Success (2xx)'],
  ['3xx', 'Not modified (3xx)'],
  ['4xx', 'Rejected (4xx)'],
  ['5xx', 'Server error (5xx)'],
] as const;

const methods = [
  ['', 'All'],
  ['GET', 'GET'],
  ['POST', 'POST'],
  ['PATCH', 'PATCH'],
  ['HEAD', 'HEAD'],
] as const;
