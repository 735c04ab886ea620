import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root-route.tsx';

const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/referrals/files',
  component: lazyRouteComponent(() => import('#portal/views/referral-files/referral-files.tsx'), 'ReferralFiles'),
});

const fileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/referrals/files/$fileId',
  component: lazyRouteComponent(() => import('#portal/views/referral-files/referral-file.tsx'), 'ReferralFile'),
});

/** Referrals by file. */
export const referralFileRoutes = [filesRoute, fileRoute] as const;
