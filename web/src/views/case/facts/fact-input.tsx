import type { CaseFact, DecodedVin } from '#api/types.ts';
import { showValue, toInput, type FieldInfo } from '#lib/fact-fields.ts';
import { formatDateTime } from '#lib/format.ts';
import { stateListId } from '#lib/facts.ts';
import { VinHint } from './vin-hint.tsx';

type FactInputProps = {
  readonly info: FieldInfo;
  readonly fact: CaseFact | undefined;
  /** Undefined until the user types. */
  readonly typed: string | undefined;
  readonly problem: string | undefined;
  readonly withdrawn: boolean;
  onType(text: string): void;
  onWithdraw(): void;
  onUseVehicle(decoded: DecodedVin): void;
};

/** One fact: its input, its source, the values of other sources, and the input's error. */
export function FactInput({ info, fact, typed, problem, withdrawn, ...props }: FactInputProps) {
  const id = `fact-${info.field}`;
  const value = typed ?? (fact === undefined ? '' : toInput(info, fact));
  const shared = {
    id,
    value,
    maxLength: info.maxLength,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-source${problem === undefined ? '' : ` ${id}-problem`}`,
    className: `field ${problem === undefined ? '' : 'border-bad'} ${info.field === 'vin' ? 'font-mono uppercase' : ''}`,
    onChange: (event: { readonly target: { readonly value: string } }) => props.onType(event.target.value),
  };
  return (
    <div className="grid gap-0.5 sm:grid-cols-[6rem_minmax(0,1fr)] sm:gap-x-2">
      <label htmlFor={id} className="text-soft sm:pt-1.5">
        {info.label}
      </label>
      <div className="min-w-0">
        {info.kind === 'long' ? (
          <textarea {...shared} rows={2} />
        ) : (
          <input
            {...shared}
            type={info.kind === 'date' ? 'date' : 'text'}
            inputMode={inputModes[info.kind]}
            list={info.kind === 'state' ? stateListId : undefined}
            placeholder={info.kind === 'phone' ? String(fact?.value ?? '') : undefined}
            autoComplete="off"
          />
        )}
        {problem !== undefined && (
          <p id={`${id}-problem`} role="alert" className="text-[0.9em] text-bad">
            {info.label} {problem}.
          </p>
        )}
        {info.field === 'vin' && <VinHint id={`${id}-hint`} typed={value} onUse={props.onUseVehicle} />}
        <p id={`${id}-source`} className="text-[0.85em] text-faint">
          {withdrawn
            ? 'Will be withdrawn; the value from other sources applies again.'
            : fact === undefined
              ? ''
              : sourceOf(fact)}{' '}
          {fact?.from === 'staff' && !withdrawn && (
            <button type="button" className="min-h-6 text-accent underline" onClick={props.onWithdraw}>
              Withdraw<span className="sr-only"> {info.label}</span>
            </button>
          )}
        </p>
      </div>
    </div>
  );
}

const inputModes = {
  text: undefined,
  state: undefined,
  number: 'numeric',
  money: 'decimal',
  date: undefined,
  long: undefined,
  phone: 'tel',
} as const;

/** The source and time of the value, and different values from other sources. */
function sourceOf({ field, value, from, by, at, sent, report }: CaseFact): string {
  const said =
    from === null
      ? 'No value yet.'
      : from === 'staff'
        ? `${value === null ? 'Unknown, according to' : 'From'} ${by ?? 'the team'}${at === null ? '' : `, ${formatDateTime(at)}`}.`
        : `From the ${from}.`;
  const others = [
    ['Report', report],
    ['Submitted', sent],
  ] as const;
  const differing = others.filter(([, other]) => other !== null && other !== value);
  return [said, ...differing.map(([who, other]) => `${who}: ${showValue(field, other)}.`)].join(' ');
}
