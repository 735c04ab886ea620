import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Overview } from '#portal/views/overview/overview.tsx';
import { readRequestSearch } from '#portal/views/requests/request-search.ts';
import { shellRoute } from './root-route.tsx';

const overviewRoute = createRoute({ getParentRoute: () => shellRoute, path: '/', component: Overview });

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('#portal/views/credentials/keys-view.tsx'), 'KeysView'),
});

const credentialsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credentials',
  component: lazyRouteComponent(() => import('#portal/views/credentials/credentials-view.tsx'), 'CredentialsView'),
});

const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('#portal/views/requests/requests.tsx'), 'Requests'),
});

const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/$requestId',
  component: lazyRouteComponent(() => import('#portal/views/requests/request-detail.tsx'), 'RequestDetail'),
});

const doctorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/doctor',
  validateSearch: (search): { request?: string; tab?: 'webhook' } => ({
    ...(typeof search['request'] === 'string' ? { request: search['request'] } : {}),
    ...(search['tab'] === 'webhook' ? { tab: 'webhook' } : {}),
  }),
  component: lazyRouteComponent(() => import('#portal/views/doctor/doctor.tsx'), 'Doctor'),
});

const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('#portal/views/tokens/tokens-view.tsx'), 'TokensView'),
});

const sandboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox/objects',
  component: lazyRouteComponent(() => import('#portal/views/sandbox/sandbox-view.tsx'), 'SandboxView'),
});

const mailboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox/mailbox',
  validateSearch: ({ about }: Readonly<Record<string, unknown>>): { about?: string } =>
    typeof about === 'string' ? { about } : {},
  component: lazyRouteComponent(() => import('#portal/views/sandbox/mailbox-view.tsx'), 'MailboxView'),
});

/** The start, what developers need, and the sandbox; all but the first are loaded on demand. */
export const developerRoutes = [
  overviewRoute,
  keysRoute,
  credentialsRoute,
  requestsRoute,
  requestRoute,
  doctorRoute,
  tokensRoute,
  sandboxRoute,
  mailboxRoute,
] as const;
