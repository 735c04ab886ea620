import { Link } from '@tanstack/react-router';
import { useTenant } from '#portal/api.ts';

const tabs = [
  { to: '/$institutionId/$mode/events', label: 'Log' },
  { to: '/$institutionId/$mode/events/completeness', label: 'Completeness' },
] as const;

/** The two views of the log. */
export function EventsTabs() {
  const { institutionId, mode } = useTenant();
  return (
    <nav aria-label="Events" className="mt-3 mb-4 flex gap-1 border-b border-line">
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ institutionId, mode }}
          activeOptions={{ exact: true, includeSearch: false }}
          className="flex min-h-9 items-center border-b-2 border-transparent px-3 font-medium text-soft hover:text-ink"
          activeProps={{ className: 'border-accent! text-accent!', 'aria-current': 'page' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
