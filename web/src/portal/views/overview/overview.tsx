import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { navigation } from '#portal/navigation.ts';
import { FirstCall } from './first-call.tsx';
import { GoLiveList } from './go-live-list.tsx';

/** The list is polled, so that completed steps appear without reloading. */
const refreshMs = 5_000;

/** Where an institution stands, and where to go from here. */
export function Overview() {
  const { institution, mode } = usePortal();
  useTitle('Overview');
  const open = institution.live_open;
  const { data, error } = usePortalQuery('GET /go-live', {
    refetchInterval: open ? false : refreshMs,
  });
  return (
    <div className="grid gap-4">
      <header>
        <h1 className="text-xl font-bold break-words">{institution.name}</h1>
        <p className="mt-1 max-w-prose text-soft">
          {mode === 'test' && 'You’re in the sandbox. Try anything: nothing reaches a real borrower.'}
          {mode === 'live' && open && 'You’re in live mode. Changes here are real.'}
          {mode === 'live' && !open && 'Live mode isn’t open yet, so there’s nothing here. The sandbox is open.'}
        </p>
      </header>
      {error !== null && <ErrorMessage error={error} back="Go to the portal" />}
      {data !== undefined && <GoLiveList list={data} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FirstCall />
        <QuickLinks />
      </div>
    </div>
  );
}

/** What people open first; the menu has the rest. */
const near = new Set(['/keys', '/endpoints', '/doctor', '/sandbox/objects', '/rosters', '/analytics', '/members']);

function QuickLinks() {
  const { institutionId, mode, may } = usePortal();
  const entries = navigation
    .flatMap((section) => section.entries)
    .filter(({ path, needs, only }) => near.has(path) && may(needs) && (only === undefined || only === mode));
  return (
    <Section title="Go to">
      <ul className="grid gap-1 p-3 [&_a]:inline-flex [&_a]:items-center max-sm:[&_a]:min-h-11">
        {entries.map(({ label, path }) => (
          <li key={path}>
            <Link
              to={`/$institutionId/$mode${path}` as '/$institutionId/$mode'}
              params={{ institutionId, mode }}
              className="text-accent underline"
            >
              {label}
            </Link>
          </li>
        ))}
        <li>
          <a href="/developers/gap" className="text-accent underline">
            API documentation
          </a>
        </li>
      </ul>
    </Section>
  );
}
