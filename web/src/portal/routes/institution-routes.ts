import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPeriod } from '#portal/views/money/period.ts';
import { shellRoute } from './root-route.tsx';

const rostersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rosters',
  component: lazyRouteComponent(() => import('#portal/views/rosters/roster-files.tsx'), 'RosterFiles'),
});

const rosterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rosters/$fileId',
  component: lazyRouteComponent(() => import('#portal/views/rosters/roster-file.tsx'), 'RosterFile'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  component: lazyRouteComponent(() => import('#portal/views/money/analytics-view.tsx'), 'AnalyticsView'),
  validateSearch: readPeriod,
});

const countedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics/referrals',
  component: lazyRouteComponent(() => import('#portal/views/money/counted-referrals-view.tsx'), 'CountedReferralsView'),
});

const statementsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/statements',
  component: lazyRouteComponent(() => import('#portal/views/money/statements-view.tsx'), 'StatementsView'),
});

const statementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/statements/$statementId',
  component: lazyRouteComponent(() => import('#portal/views/money/statement-view.tsx'), 'StatementView'),
});

const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('#portal/views/members/members.tsx'), 'Members'),
});

const contactsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/contacts',
  component: lazyRouteComponent(() => import('#portal/views/settings/contacts-view.tsx'), 'ContactsView'),
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/single-sign-on',
  component: lazyRouteComponent(() => import('#portal/views/settings/single-sign-on-view.tsx'), 'SingleSignOnView'),
});

const trailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trail',
  component: lazyRouteComponent(() => import('#portal/views/trail/trail-view.tsx'), 'TrailView'),
});

/** Rosters, money, and the institution itself. */
export const institutionRoutes = [
  rostersRoute,
  rosterRoute,
  analyticsRoute,
  countedRoute,
  statementsRoute,
  statementRoute,
  membersRoute,
  contactsRoute,
  singleSignOnRoute,
  trailRoute,
] as const;
