import type { ReactNode } from 'react';
import { ApiError } from '#lib/http.ts';
import type { Response } from '#portal/api.ts';

type Check = Pick<Response<'POST /doctor/request'>, 'verdict' | 'summary' | 'mistakes' | 'notes' | 'tried'>;

type ResultProps = {
  readonly check: Check | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly children?: ReactNode;
};

const styles: Readonly<Record<Check['verdict'], string>> = {
  valid: 'border-good bg-good-soft text-good',
  explained: 'border-accent bg-accent-soft text-accent',
  not_explained: 'border-warn bg-warn-soft text-warn',
};

/** What was found. It is announced, since it appears below the form. */
export function Result({ check, error, isPending, children }: ResultProps) {
  return (
    <div aria-live="polite" aria-busy={isPending} className="mt-3 grid gap-3">
      {error !== null && !isAtField(error) && (
        <p role="alert" className="rounded-md border border-bad bg-bad-soft px-3 py-2 text-bad">
          {error.message}
        </p>
      )}
      {check !== undefined && error === null && (
        <>
          <section aria-label="Result" className="panel">
            <h2 className={`rounded-t-lg border-b px-3 py-2 font-bold ${styles[check.verdict]}`}>{check.summary}</h2>
            <Mistakes check={check} />
            {check.notes.map((note) => (
              <p key={note} className="border-t border-line px-3 py-2 text-soft">
                {note}
              </p>
            ))}
            {check.verdict === 'not_explained' && <Tried tried={check.tried} />}
          </section>
          {children}
        </>
      )}
    </div>
  );
}

const shownAtFields = ['raw', 'request_id', 'headers', 'body'];

/** Shown at the field that it is about. */
const isAtField = (error: Error): boolean =>
  error instanceof ApiError && error.issues.some(({ path }) => shownAtFields.includes(path));

function Mistakes({ check: { mistakes } }: { readonly check: Check }) {
  return (
    <ol>
      {mistakes.map(({ code, what, fix, in_language: words }) => (
        <li key={code} className="border-t border-line px-3 py-3 first:border-t-0">
          <p className="font-semibold">{what}</p>
          <p className="mt-1">{fix}</p>
          {words !== null && (
            <pre className="mt-2 overflow-x-auto rounded bg-ground p-2 font-mono text-[0.9em] whitespace-pre-wrap">
              {words}
            </pre>
          )}
          <p className="mt-1 font-mono text-[0.85em] text-faint">{code}</p>
        </li>
      ))}
    </ol>
  );
}

function Tried({ tried }: { readonly tried: Check['tried'] }) {
  return (
    <div className="border-t border-line px-3 py-2">
      <p className="text-soft">What was tried:</p>
      <ul className="ml-5 list-disc">
        {tried.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
