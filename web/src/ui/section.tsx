import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

type SectionProps = { readonly title: string; readonly note?: ReactNode; readonly children: ReactNode };

/** A titled section of a page. */
export function Section({ title, note, children }: SectionProps) {
  return (
    <section className="panel min-w-0" aria-label={title}>
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-2">
        <h2 className="font-bold">{title}</h2>
        {note !== undefined && <span className="text-soft">{note}</span>}
      </header>
      {children}
    </section>
  );
}

/** A secret that the service returns only once. */
export function OneTimeSecret({ name, secret }: { readonly name: string; readonly secret: string }) {
  return (
    <div
      role="alert"
      className="m-3 flex flex-wrap items-center gap-2 rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn"
    >
      <span className="min-w-0">
        {name} (shown only once): <code className="font-mono break-all select-all">{secret}</code>
      </span>
      <CopyButton text={secret} what={name} />
    </div>
  );
}
