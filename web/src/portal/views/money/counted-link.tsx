import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from '#portal/api.ts';
import type { Milestone } from './milestones.ts';
import type { PeriodSearch } from './period.ts';

type CountedLinkProps = {
  readonly milestone: Milestone;
  readonly month?: string;
  readonly search: PeriodSearch;
  /** The number's meaning, for screen reader users. */
  readonly what: string;
  readonly children: ReactNode;
};

/** A number that links to the referrals behind it. */
export function CountedLink({ milestone, month, search, what, children }: CountedLinkProps) {
  const { institutionId, mode } = useTenant();
  return (
    <Link
      to="/$institutionId/$mode/analytics/referrals"
      params={{ institutionId, mode }}
      search={{ ...search, milestone, ...(month === undefined ? {} : { month }) } as never}
      className="text-accent underline"
    >
      {children}
      <span className="sr-only"> {what}</span>
    </Link>
  );
}
