import { createRootRoute, createRoute, Link, Navigate, Outlet } from '@tanstack/react-router';
import { Shell } from '#portal/shell.tsx';
import { Toasts } from '#portal/toasts.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  errorComponent: ({ error }) => <ErrorMessage error={error} back="Go to the portal" />,
  notFoundComponent: () => (
    <p className="p-6">
      Page not found.{' '}
      <Link to="/" className="text-accent underline">
        Go to the portal
      </Link>
    </p>
  ),
});

/** Everything of an institution in a mode is below this route, and has the shell around it. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$institutionId/$mode',
  component: function Place() {
    const { mode } = shellRoute.useParams();
    return mode === 'live' || mode === 'test' ? <Shell /> : <Navigate to="/" replace />;
  },
});
