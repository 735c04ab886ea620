import { useId, type FormEvent, type HTMLInputTypeAttribute, type ReactNode } from 'react';
import { ApiError } from '#lib/http.ts';

/** What the service said about one member of the request; members of a list or an object count as their first name. */
export function problemOf(error: Error | null, member: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const issue = error.issues.find(({ path }) => path.split(/[.[/]/).find((part) => part !== '') === member);
  return issue && `${issue.message}.`;
}

type LabelProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly children: (described: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
  readonly className?: string;
};

/** A control with its label above and a hint or error below. */
export function Labeled({ label, hint, problem, children, className = '' }: LabelProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="block text-soft">
        {label}
      </label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-note` })}
      <p id={`${id}-note`} className="text-[0.9em]">
        {problem === undefined ? (
          <span className="text-soft">{hint}</span>
        ) : (
          <span role="alert" className="text-bad">
            {problem}
          </span>
        )}
      </p>
    </div>
  );
}

type TextFieldProps = Omit<LabelProps, 'children'> & {
  readonly value: string;
  onChange(value: string): void;
  readonly type?: HTMLInputTypeAttribute;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly inputMode?: 'decimal' | 'email' | 'numeric' | 'url';
  /** What a password manager fills in. */
  readonly autoComplete?: string;
  readonly readOnly?: boolean;
  /** The id of a `<datalist>` with suggestions. */
  readonly list?: string;
  /** More than one makes a text area. */
  readonly rows?: number;
  readonly mono?: boolean;
};

export function TextField({ value, onChange, rows = 1, mono = false, ...props }: TextFieldProps) {
  const { label, hint, problem, className, ...input } = props;
  const style = `field ${mono ? 'font-mono' : ''}`;
  return (
    <Labeled label={label} hint={hint} problem={problem} className={className ?? ''}>
      {(described) =>
        rows > 1 ? (
          <textarea
            {...described}
            className={`${style} block`}
            rows={rows}
            required={input.required}
            maxLength={input.maxLength}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...described}
            {...input}
            className={style}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Labeled>
  );
}

type SelectFieldProps<Value extends string> = Omit<LabelProps, 'children'> & {
  readonly value: Value;
  onChange(value: NoInfer<Value>): void;
  /** Values with the words that are shown for them. */
  readonly options: readonly (readonly [value: Value, words: string])[];
};

export function SelectField<Value extends string>({ value, onChange, options, ...label }: SelectFieldProps<Value>) {
  return (
    <Labeled {...label}>
      {(described) => (
        <select
          {...described}
          className="field"
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  );
}

type FormProps = {
  readonly label: string;
  /** Whether everything that is needed is there, and something has changed. */
  readonly ready: boolean;
  readonly pending: boolean;
  readonly error: Error | null;
  /** Members whose problems are shown at their fields. */
  readonly members: readonly string[];
  readonly submit: string;
  onSubmit(): void;
  onCancel?(): void;
  /** What leaves the form without sending it, where "Cancel" could be taken for the deed. */
  readonly cancel?: string;
  readonly children: ReactNode;
};

/**
 * A form that can be sent only when there is something to send. The service's errors are shown at their fields, or
 * above the button.
 */
export function Form(props: FormProps) {
  const { label, ready, pending, error, members, submit, onSubmit, onCancel, cancel = 'Cancel', children } = props;
  const elsewhere = error !== null && !members.some((member) => problemOf(error, member) !== undefined);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (ready && !pending) onSubmit();
  };
  return (
    <form aria-label={label} className="grid gap-3 p-3 sm:grid-cols-2 lg:grid-cols-3" onSubmit={send}>
      {children}
      <div className="flex flex-wrap items-center gap-2 sm:col-span-full">
        <button type="submit" className="button" disabled={!ready || pending}>
          {submit}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            {cancel}
          </button>
        )}
        {elsewhere && (
          <span role="alert" className="text-bad">
            {error.message}
          </span>
        )}
      </div>
    </form>
  );
}
