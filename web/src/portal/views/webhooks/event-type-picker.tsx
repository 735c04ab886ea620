import { usePortalQuery } from '#portal/api.ts';
import { Waiting } from './places.tsx';

type PickerProps = { readonly chosen: readonly string[]; onChange(chosen: string[]): void };

/** The catalogue: every type with what it means and a body like those that are delivered. None chosen means all. */
export function EventTypePicker({ chosen, onChange }: PickerProps) {
  const { data, error } = usePortalQuery('GET /event-types');
  if (data === undefined) return <Waiting error={error} />;
  const toggle = (type: string): void =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type]);
  return (
    <fieldset className="sm:col-span-full">
      <legend className="text-soft">
        Event types: {chosen.length === 0 ? 'all (none selected)' : `${chosen.length} selected`}
      </legend>
      <ul className="relative mt-1 max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {data.data.map(({ type, means, body }) => (
          <li key={type} className="px-3 py-1.5">
            <label className="flex flex-wrap items-baseline gap-x-2">
              <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
              <code className="font-mono">{type}</code>
              <span className="text-soft">{means}</span>
            </label>
            <details className="pl-6">
              <summary className="text-accent">
                Sample body<span className="sr-only"> for {type}</span>
              </summary>
              <pre className="overflow-x-auto p-2 font-mono text-[0.9em]" tabIndex={0}>
                {JSON.stringify(JSON.parse(body), null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
