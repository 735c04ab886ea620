import { createRouter } from '@tanstack/react-router';
import { developerRoutes } from './routes/developer-routes.ts';
import { institutionRoutes } from './routes/institution-routes.ts';
import { outsideRoutes } from './routes/outside-routes.ts';
import { referralRoutes } from './routes/referral-routes.ts';
import { referralFileRoutes } from './routes/referral-file-routes.ts';
import { rootRoute, shellRoute } from './routes/root-route.tsx';
import { webhookRoutes } from './routes/webhook-routes.ts';

const sections = shellRoute.addChildren([
  ...developerRoutes,
  ...webhookRoutes,
  ...referralRoutes,
  ...referralFileRoutes,
  ...institutionRoutes,
]);

export const createPortalRouter = () =>
  createRouter({
    routeTree: rootRoute.addChildren([...outsideRoutes, sections]),
    basepath: '/portal',
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
