import type { ReactNode } from 'react';

type Titled = { readonly title: string; readonly note?: ReactNode; readonly children: ReactNode };

/** A part of a page with its title. */
export function Section({ title, note, children }: Titled) {
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

/** A secret that is shown once: to be copied now or never. */
export function ShownOnce({ name, secret }: { readonly name: string; readonly secret: string }) {
  return (
    <p role="alert" className="m-3 rounded-md border border-warn bg-warn-soft px-3 py-2 text-warn">
      {name}, shown this once: <code className="font-mono break-all select-all">{secret}</code>
    </p>
  );
}
