import { useState } from 'react';
import type { Exposure } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton, useAction } from '#board/action.tsx';
import { Form, problemOf, SelectField, TextField } from '#ui/form.tsx';

/** Documents that GAP program administrators require: when each was received, and who recorded it. */
export function Checklist({ exposure }: { readonly exposure: Exposure }) {
  const path = { referral_id: exposure.referral_id };
  const received = exposure.checklist.filter(({ received_on: on }) => on !== null).length;
  return (
    <details className="mt-3">
      <summary className="cursor-pointer underline decoration-line underline-offset-4">
        GAP claim documents: {received} of {exposure.checklist.length} received
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {exposure.checklist.map((entry) => (
          <li key={entry.item}>
            <span className={entry.received_on === null ? '' : 'font-semibold'}>{entry.title}</span>{' '}
            <span className="text-soft">
              {entry.received_on === null
                ? `not received; held by the ${entry.holder}`
                : `received ${entry.received_on}`}
              {entry.received_on !== null && entry.recorded_at !== null && (
                <>
                  , recorded by {entry.recorded_by_name ?? 'a former staff member'},{' '}
                  <time dateTime={entry.recorded_at}>{formatDateTime(entry.recorded_at)}</time>
                </>
              )}
            </span>{' '}
            {entry.received_on !== null && (
              <ActionButton
                call="PUT /referrals/{referral_id}/checklist"
                path={path}
                body={{ item: entry.item, received_on: null }}
                success={`${entry.title}: recorded as not received.`}
                confirm={`Record “${entry.title}” as not received?`}
              >
                Not received<span className="sr-only">: {entry.title}</span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      <ReceiptForm exposure={exposure} />
    </details>
  );
}

type Item = Exposure['checklist'][number]['item'];

function ReceiptForm({ exposure }: { readonly exposure: Exposure }) {
  const [item, setItem] = useState<Item | ''>('');
  const [day, setDay] = useState('');
  const record = useAction('PUT /referrals/{referral_id}/checklist', 'Recorded.', {
    onSuccess: () => setItem(''),
    inline: true,
  });
  const options: readonly (readonly [Item | '', string])[] = [
    ['', 'choose one'],
    ...exposure.checklist.map((one) => [one.item, one.title] as const),
  ];
  return (
    <Form
      label="Received document"
      submit="Record"
      ready={item !== '' && day !== ''}
      pending={record.isPending}
      error={record.error}
      members={['item', 'received_on']}
      onSubmit={() => {
        if (item !== '')
          record.mutate({ path: { referral_id: exposure.referral_id }, body: { item, received_on: day } });
      }}
    >
      <SelectField
        className="col-span-full"
        label="Document"
        value={item}
        options={options}
        problem={problemOf(record.error, 'item')}
        onChange={setItem}
      />
      <TextField
        className="col-span-full"
        label="Received on"
        type="date"
        value={day}
        problem={problemOf(record.error, 'received_on')}
        onChange={setDay}
      />
    </Form>
  );
}
