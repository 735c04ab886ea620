import type { ReactNode } from 'react';
import { OneTimeSecret } from '#ui/section.tsx';

type ShownOnceProps = { readonly name: string; readonly secret: string; onDone(): void; readonly children?: ReactNode };

/** A secret that no later page shows. It exists only in this page's memory, not in the URL or browser storage. */
export function ShownOnce({ name, secret, onDone, children }: ShownOnceProps) {
  return (
    <section className="panel" aria-label={`New ${name}`}>
      <OneTimeSecret name={name} secret={secret} />
      <div className="flex flex-wrap items-center gap-3 px-3 pb-3">
        {children}
        <button type="button" className="button" onClick={onDone}>
          I have saved it
        </button>
      </div>
    </section>
  );
}
