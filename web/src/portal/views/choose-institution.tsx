import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { ErrorMessage } from '#ui/error-message.tsx';
import { useTitle } from '#ui/title.ts';
import { meQuery } from '#portal/api.ts';

/** For users with roles at several institutions; users with one go directly to it. */
export function ChooseInstitution() {
  useTitle('Partner portal');
  const { data, error } = useQuery(meQuery);
  if (error !== null) return <ErrorMessage error={error} back="Go to the portal" />;
  if (data === undefined) return <p className="p-6 text-soft">Loading</p>;
  const [only, another] = data.institutions;
  if (only !== undefined && another === undefined)
    return (
      <Navigate
        to="/$institutionId/$mode"
        params={{ institutionId: only.id, mode: only.live_open ? 'live' : 'test' }}
        replace
      />
    );
  return (
    <main id="main" className="mx-auto max-w-xl p-6">
      <h1 className="text-xl font-bold">Choose an institution</h1>
      {data.institutions.length === 0 && (
        <p className="mt-3 text-soft">
          You don’t have a role at any institution. Ask an owner or admin of your institution for an invitation.
        </p>
      )}
      <ul className="mt-4 grid gap-2">
        {data.institutions.map(({ id, name, role, live_open }) => (
          <li key={id}>
            <Link
              to="/$institutionId/$mode"
              params={{ institutionId: id, mode: live_open ? 'live' : 'test' }}
              className="panel block px-4 py-3 hover:bg-ground"
            >
              <span className="font-semibold">{name}</span>
              <span className="block text-soft">
                {role.replace('_', '-')}
                {live_open ? '' : ', sandbox only'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
