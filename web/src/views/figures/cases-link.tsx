import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Figures } from '#api/types.ts';

/** Which of the cases of a period; the members of the API's own query. */
export type CaseFilter = Readonly<Record<string, string>>;

type CasesLinkProps = {
  readonly figures: Pick<Figures, 'range' | 'on'>;
  readonly filter: CaseFilter;
  readonly children: ReactNode;
};

/** A number that opens the cases it counts. */
export function CasesLink({ figures: { range, on }, filter, children }: CasesLinkProps) {
  return (
    <Link
      to="/figures/cases"
      search={{ range, on, ...filter }}
      className="text-accent underline decoration-line underline-offset-4"
    >
      {children}
    </Link>
  );
}
