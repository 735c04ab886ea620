import { formatCents } from '#lib/money.ts';
import { parseParts, partLabels, partMembers, sumOfParts, unexplained, type Typed } from '#lib/offer-parts.ts';

type PartsFieldsProps = {
  readonly legend: string;
  readonly typed: Typed;
  onChange(typed: Typed): void;
  /** Whether the first part has the focus when the fields appear. */
  readonly isFocused?: boolean;
};

/** The parts of an offer or a settlement, with their total as it is typed. */
export function PartsFields({ legend, typed, onChange, isFocused = false }: PartsFieldsProps) {
  const parts = parseParts(typed);
  const sum = parts && sumOfParts(parts);
  const rest = parts && unexplained(parts);
  return (
    <fieldset className="grid grid-cols-2 gap-x-2 gap-y-1">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {partMembers.map((member) => (
        <label
          key={member}
          className={`min-w-0 text-[0.9em] text-soft ${member.startsWith('value') || member.startsWith('total') ? 'col-span-2' : ''}`}
        >
          {partLabels[member]} ($)
          <input
            className="field"
            inputMode="decimal"
            maxLength={20}
            autoFocus={isFocused && member === 'value_cents'}
            aria-label={`${legend}: ${partLabels[member]} ($)`}
            aria-invalid={parseParts({ [member]: typed[member] ?? '' }) === undefined}
            value={typed[member] ?? ''}
            onChange={(event) => onChange({ ...typed, [member]: event.target.value })}
          />
        </label>
      ))}
      <p className="col-span-2 text-[0.9em] text-soft" aria-live="polite">
        {parts === undefined && 'Enter amounts in dollars, such as 18,500 or 18500.50.'}
        {sum !== undefined && `The parts add up to ${formatCents(sum)}.`}
        {rest !== undefined && (
          <span className="font-semibold text-warn">
            {' '}
            The stated total is {formatCents(Math.abs(rest))} {rest > 0 ? 'more' : 'less'}: a part is missing or wrong.
          </span>
        )}
      </p>
    </fieldset>
  );
}
