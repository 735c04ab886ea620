import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { ResponseOf } from '#api/types.ts';
import { capWords, coverWords, formerWords, gapTermsBodyOf, type TypedGapTerms } from '#lib/exposure.ts';
import { formatDateTime } from '#lib/format.ts';
import { useAction } from '#board/action.tsx';
import { DataTable, type TableColumn } from '#ui/data-table.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';

type GapTerms = ResponseOf<'GET /institutions/{institution_id}/gap-terms'>['data'][number];

const columns: readonly TableColumn<GapTerms>[] = [
  { title: 'Referrals from', cell: ({ effective_on: day }) => day },
  { title: 'LTV cap', cell: ({ ltv_cap_percent: cap }) => capWords(cap) },
  { title: 'Deductible covered', cell: ({ deductible_cover_cents: cents }) => coverWords(cents) },
  { title: 'Set', cell: ({ set_at: at }) => formatDateTime(at) },
  {
    title: 'Previous terms',
    cell: ({ former }) => (
      <ul>
        {former.map((one) => (
          <li key={one.set_at}>{formerWords(one)}</li>
        ))}
      </ul>
    ),
  },
];

/** What the institution's GAP program covers, and for referrals since when. */
export function GapTermsSection({ institutionId }: { readonly institutionId: string }) {
  const path = { institution_id: institutionId };
  const { data, error } = useQuery({
    queryKey: ['gap-terms', institutionId],
    queryFn: () => request('GET /institutions/{institution_id}/gap-terms', { path }),
  });
  return (
    <Section title="GAP program" note="earlier referrals keep the terms in effect at the time">
      {data === undefined ? (
        error === null ? (
          <p className="p-3 text-soft">Loading…</p>
        ) : (
          <ErrorMessage error={error} />
        )
      ) : (
        <DataTable
          caption="GAP program"
          columns={columns}
          rows={data.data}
          rowId={({ effective_on: day }) => day}
          empty="No terms on file: the full payoff and deductible count."
        />
      )}
      <GapTermsForm path={path} />
    </Section>
  );
}

const nothing: TypedGapTerms = { from: '', cap: '', cover: '' };

function GapTermsForm({ path }: { readonly path: { readonly institution_id: string } }) {
  const [typed, setTyped] = useState(nothing);
  const save = useAction('PUT /institutions/{institution_id}/gap-terms', 'GAP terms saved.', {
    onSuccess: () => setTyped(nothing),
    inline: true,
  });
  const body = gapTermsBodyOf(typed);
  const field = (member: keyof TypedGapTerms, name: string) => ({
    value: typed[member],
    problem: problemOf(save.error, name),
    onChange: (value: string) => setTyped({ ...typed, [member]: value }),
  });
  return (
    <Form
      label="GAP terms"
      submit="Save GAP terms"
      ready={body !== undefined}
      pending={save.isPending}
      error={save.error}
      members={['effective_on', 'ltv_cap_percent', 'deductible_cover_cents']}
      onSubmit={() => save.mutate({ path, body })}
    >
      <TextField
        label="For referrals created from"
        hint="a day in UTC; replaces terms set for the same day, except for settled referrals; replaced terms stay listed"
        type="date"
        {...field('from', 'effective_on')}
      />
      <TextField
        label="LTV cap in percent"
        hint="of the vehicle’s value at loan origination; leave empty if unknown"
        inputMode="decimal"
        {...field('cap', 'ltv_cap_percent')}
      />
      <TextField
        label="Deductible covered, in dollars"
        hint="0 for none; leave empty if unknown"
        inputMode="decimal"
        {...field('cover', 'deductible_cover_cents')}
      />
    </Form>
  );
}
