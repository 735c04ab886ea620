import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root-route.tsx';

const referralsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/referrals',
  component: lazyRouteComponent(() => import('#portal/views/referrals/referrals-view.tsx'), 'ReferralsView'),
});

const newReferralRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/referrals/new',
  component: lazyRouteComponent(() => import('#portal/views/referrals/new-referral-view.tsx'), 'NewReferralView'),
});

const referralRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/referrals/$referralId',
  component: lazyRouteComponent(() => import('#portal/views/referrals/referral-view.tsx'), 'ReferralView'),
});

/** A path without a parameter takes precedence: /referrals/new is not a referral id. */
export const referralRoutes = [referralsRoute, newReferralRoute, referralRoute] as const;
