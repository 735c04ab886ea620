import { useState, type ReactNode } from 'react';
import { SelectField, TextField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';
import { usePortal, usePortalAction, type Body, type Response } from '#portal/api.ts';
import { formatWhen, When } from '#portal/when.tsx';
import { ActionButton } from '#portal/action-button.tsx';
import { EventTypePicker } from './event-type-picker.tsx';
import { DeliveryLink } from './places.tsx';
import { stateWords } from './messages.ts';

type Preview = Response<'POST /endpoints/{endpoint_id}/recoveries/preview'>;

type Scope = Body<'POST /endpoints/{endpoint_id}/recoveries/preview'>;

/** As it is typed: times are the visitor's, an empty end is now, no types are all. */
type Wanted = {
  readonly since: string;
  readonly until: string;
  readonly states: NonNullable<Scope['states']>;
  readonly types: readonly string[];
};

type NewRecoveryProps = { readonly id: string; readonly running: boolean };

/** A preview counts the events first; the button shows the count and resends exactly those events. */
export function NewRecovery({ id, running }: NewRecoveryProps) {
  const { may } = usePortal();
  const [wanted, setWanted] = useState(firstWanted);
  const [rate, setRate] = useState('');
  const [preview, setPreview] = useState<Preview>();
  const action = usePortalAction('POST /endpoints/{endpoint_id}/recoveries/preview', () => undefined, setPreview);
  const scope = { states: wanted.states, event_types: wanted.types };
  const ready = !Number.isNaN(Date.parse(wanted.since)) && wanted.states.length > 0;
  const count = (): void =>
    action.mutate({
      path: { endpoint_id: id },
      body: { ...scope, since: toTime(wanted.since), ...(wanted.until === '' ? {} : { until: toTime(wanted.until) }) },
    });
  return (
    <Section title="Select events">
      <form
        aria-label="Select events"
        className="grid gap-3 p-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !action.isPending) count();
        }}
      >
        <ScopeFields
          wanted={wanted}
          onChange={(changed) => {
            // A preview is valid only for its filters, so any change requires a new count.
            setPreview(undefined);
            setWanted(changed);
          }}
        />
        <SelectField label="Rate" value={rate} onChange={setRate} options={rates} />
        <div className="flex flex-wrap items-center gap-2 sm:col-span-full">
          <button type="submit" className="button" disabled={!ready || action.isPending}>
            Count
          </button>
          {action.error !== null && (
            <span role="alert" className="text-bad">
              {action.error.message}
            </span>
          )}
        </div>
      </form>
      {preview !== undefined && (
        <Counted preview={preview}>
          {may('deliveries.write') && preview.total > 0 && (
            <StartButton
              id={id}
              preview={preview}
              body={{ ...scope, ...(rate === '' ? {} : { per_minute: Number(rate) }) }}
              running={running}
              onStarted={() => setPreview(undefined)}
            />
          )}
        </Counted>
      )}
    </Section>
  );
}

type StartButtonProps = NewRecoveryProps & { readonly preview: Preview; readonly body: object; onStarted(): void };

/** The span is the one that was counted, so that the recovery is about the same. */
function StartButton({ id, running, preview: { total, since, until }, body, onStarted }: StartButtonProps) {
  return (
    <>
      <ActionButton
        call="POST /endpoints/{endpoint_id}/recoveries"
        path={{ endpoint_id: id }}
        body={{ ...body, since, until }}
        success="Recovery started"
        onSuccess={onStarted}
        disabled={running}
        size="main"
      >
        Recover {total.toLocaleString('en')}
      </ActionButton>
      {running && <span className="text-soft">A recovery is running. Stop it or wait for it to finish.</span>}
    </>
  );
}

const toTime = (local: string): string => new Date(local).toISOString();

const firstWanted = (): Wanted => ({ since: dayAgo(), until: '', states: ['exhausted', 'skipped'], types: [] });

/** A day ago, as the field for a time takes it. */
function dayAgo(): string {
  const at = new Date(Date.now() - 86_400_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const rates = [
  ['', 'as fast as your endpoint accepts them'],
  ['60', '60 a minute'],
  ['600', '600 a minute'],
  ['6000', '6,000 a minute'],
] as const;

const recoverable = ['exhausted', 'skipped', 'canceled'] as const;

type ScopeFieldsProps = { readonly wanted: Wanted; onChange(wanted: Wanted): void };

function ScopeFields({ wanted, onChange }: ScopeFieldsProps) {
  const { states } = wanted;
  const toggle = (state: (typeof recoverable)[number]): void =>
    onChange({
      ...wanted,
      states: states.includes(state) ? states.filter((one) => one !== state) : [...states, state],
    });
  return (
    <>
      <TextField
        label="Created from (your time)"
        type="datetime-local"
        value={wanted.since}
        onChange={(since) => onChange({ ...wanted, since })}
        required
      />
      <TextField
        label="Until (your time)"
        type="datetime-local"
        value={wanted.until}
        onChange={(until) => onChange({ ...wanted, until })}
        hint="Leave empty for now"
      />
      <fieldset>
        <legend className="text-soft">States</legend>
        {recoverable.map((state) => (
          <label key={state} className="mr-4 inline-flex items-baseline gap-1.5">
            <input type="checkbox" checked={states.includes(state)} onChange={() => toggle(state)} />
            {stateWords[state]}
          </label>
        ))}
      </fieldset>
      <details className="sm:col-span-full">
        <summary className="text-accent">Only some event types</summary>
        <EventTypePicker chosen={wanted.types} onChange={(types) => onChange({ ...wanted, types })} />
      </details>
    </>
  );
}

function Counted({ preview, children }: { readonly preview: Preview; readonly children: ReactNode }) {
  const { total, oldest, newest, samples } = preview;
  return (
    <div className="grid gap-2 border-t border-line p-3">
      <p role="status" className="font-semibold">
        {total === 0 || oldest === null || newest === null
          ? 'Nothing to recover: all matching events have arrived or are on their way.'
          : `${total.toLocaleString('en')} events, created from ${formatWhen(oldest)} to ${formatWhen(newest)}.`}
      </p>
      {samples.length > 0 && (
        <>
          <p className="text-soft">The oldest {samples.length}:</p>
          <ul>
            {samples.map((sample) => (
              <li key={sample.delivery_id}>
                <DeliveryLink id={sample.delivery_id}>
                  <When at={sample.created_at} />
                </DeliveryLink>{' '}
                <code className="font-mono">{sample.type}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="flex flex-wrap items-center gap-2">{children}</p>
    </div>
  );
}
