import type { FormEvent, ReactNode } from 'react';
import { useTitle } from '#ui/title.ts';

type OutsidePageProps = { readonly title: string; readonly children: ReactNode };

/** A page for users who are not signed in: the service's name, one heading, one task. */
export function OutsidePage({ title, children }: OutsidePageProps) {
  useTitle(title);
  return (
    <div className="min-h-dvh bg-ground">
      <header className="border-b border-line bg-raised px-4 py-3 font-bold">Makewhole partner portal</header>
      <main id="main" className="mx-auto max-w-md p-4 sm:pt-12">
        <div className="panel p-5">
          <h1 className="mb-3 text-xl font-bold">{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}

type OutsideFormProps = {
  readonly label: string;
  readonly submit: string;
  readonly pending: boolean;
  readonly error: Error | null;
  onSubmit(): void;
  readonly children: ReactNode;
};

/** One column; errors are shown above the button. */
export function OutsideForm({ label, submit, pending, error, onSubmit, children }: OutsideFormProps) {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!pending) onSubmit();
  };
  return (
    <form aria-label={label} className="grid gap-3" onSubmit={send}>
      {children}
      {error !== null && (
        <p role="alert" className="rounded-md border border-bad bg-bad-soft px-3 py-2 text-bad">
          {error.message}
        </p>
      )}
      <button type="submit" className="button-main" disabled={pending}>
        {submit}
      </button>
    </form>
  );
}

/** The token of a link, which follows the # of the URL, so that browsers do not send it to servers. */
export const linkToken = (): string => window.location.hash.slice(1);

export const Loading = () => <p className="text-soft">Loading</p>;
