import { parseDollars } from '#lib/money.ts';

export type TypedPlan = { readonly code: string; readonly dollars: string };

type PlanFieldsProps = {
  readonly plans: readonly TypedPlan[];
  readonly problem: string | undefined;
  onChange(plans: readonly TypedPlan[]): void;
};

/** An institution has at most twenty plans. */
const plansMax = 20;

/** Plans with their prices; the first is what an enrollment gets that names none. */
export function PlanFields({ plans, problem, onChange }: PlanFieldsProps) {
  const change = (at: number, next: Partial<TypedPlan>): void =>
    onChange(plans.map((plan, index) => (index === at ? { ...plan, ...next } : plan)));
  return (
    <fieldset className="grid gap-2 sm:col-span-full">
      <legend className="text-soft">Plans, with price per vehicle per month; the first is the default</legend>
      {plans.map(({ code, dollars }, index) => (
        <div key={index} className="flex flex-wrap items-center gap-2">
          <input
            className="field w-auto min-w-0 flex-1 basis-40"
            aria-label={`Plan ${index + 1} code`}
            placeholder="standard"
            maxLength={40}
            aria-invalid={code !== '' && !/^[a-z][a-z0-9_-]*$/.test(code)}
            value={code}
            onChange={(event) => change(index, { code: event.target.value })}
          />
          <input
            className="field w-28"
            aria-label={`Plan ${index + 1} price in dollars`}
            inputMode="decimal"
            maxLength={12}
            placeholder="5.00"
            aria-invalid={dollars !== '' && parseDollars(dollars) === undefined}
            value={dollars}
            onChange={(event) => change(index, { dollars: event.target.value })}
          />
          <button
            type="button"
            className="button min-h-7 px-2"
            disabled={plans.length === 1}
            aria-label={`Remove plan ${index + 1}`}
            onClick={() => onChange(plans.filter((_, at) => at !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      <span className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="button min-h-7 px-2"
          disabled={plans.length >= plansMax}
          onClick={() => onChange([...plans, { code: '', dollars: '' }])}
        >
          Add plan
        </button>
        <span className="text-[0.9em] text-soft">
          Vehicles on a removed plan can’t be billed: the statement is held until the plan has a price.
        </span>
        {problem !== undefined && (
          <span role="alert" className="text-bad">
            {problem}
          </span>
        )}
      </span>
    </fieldset>
  );
}
