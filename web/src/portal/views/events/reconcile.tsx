import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { useTenant, type Body } from '#portal/api.ts';
import { Form, problemOf, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { isTooLong, ReceivedField } from './received-field.tsx';
import { Reconciled } from './reconciled.tsx';
import { TypesField } from './types-field.tsx';
import { requestAt } from '#portal/request.ts';

type Asked = Body<'POST /events/reconcile'>;

const dayBefore = (days: number): string => new Date(serverNow() - days * 86_400_000).toISOString().slice(0, 10);
const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Compares the ids that a receiver has with our log. */
export function Reconcile() {
  const { base } = useTenant();
  const [received, setReceived] = useState('');
  const [from, setFrom] = useState(dayBefore(7));
  const [to, setTo] = useState(dayBefore(1));
  const [types, setTypes] = useState<Asked['types']>();
  const result = useRef<HTMLDivElement>(null);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: Asked) => requestAt(base, 'POST /events/reconcile', { body }),
    onSuccess: () => requestAnimationFrame(() => result.current?.focus()),
  });
  const send = (): void => {
    const window = { created_from: `${from}T00:00:00Z`, created_to: `${nextDay(to)}T00:00:00Z` };
    mutate({ received, ...window, ...(types === undefined ? {} : { types }) });
  };
  const day = (member: string) => ({ type: 'date', required: true, problem: problemOf(error, member) }) as const;
  return (
    <Section title="Reconcile" note="find events you’re missing and ids we don’t recognize">
      <Form
        label="Reconcile"
        ready={!isTooLong(received) && from !== '' && to !== ''}
        pending={isPending}
        error={error}
        members={['created_from', 'created_to', 'received']}
        submit="Compare"
        onSubmit={send}
      >
        <TextField label="First day (UTC)" value={from} onChange={setFrom} {...day('created_from')} />
        <TextField label="Last day (UTC)" value={to} onChange={setTo} {...day('created_to')} />
        <TypesField onChange={setTypes} />
        <ReceivedField value={received} onChange={setReceived} problem={problemOf(error, 'received')} />
      </Form>
      <div ref={result} tabIndex={-1} className="outline-none">
        {data !== undefined && <Reconciled found={data} />}
      </div>
    </Section>
  );
}
