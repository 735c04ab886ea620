import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
} from '@tanstack/react-router';
import { BoardView } from '#views/board-view.tsx';
import { Shell } from '#views/shell.tsx';
import { ErrorMessage } from './ui/error-message.tsx';

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  errorComponent: ({ error }) => <ErrorMessage error={error} />,
  notFoundComponent: () => (
    <p className="p-6">
      Page not found.{' '}
      <Link to="/" className="text-accent underline">
        Go to the board
      </Link>
    </p>
  ),
});

/** What a list of the cases behind a figure is limited to. */
const figureFilters = [
  'range',
  'on',
  'step',
  'improvement',
  'hold',
  'platform',
  'product',
  'institution_id',
  'staff_id',
  'outcome',
  'weekday',
  'hour',
] as const;

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: BoardView,
  validateSearch: (search): { test?: true } => (search['test'] === true ? { test: true } : {}),
});

// Everything but the board is loaded when a link to it is pointed at or followed.
const nextRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/next',
  component: lazyRouteComponent(() => import('./views/next-call-view.tsx'), 'NextCallView'),
  validateSearch: (search): { case?: string } => (typeof search['case'] === 'string' ? { case: search['case'] } : {}),
});
const caseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases/$id',
  component: lazyRouteComponent(() => import('#views/case/case-view.tsx'), 'CaseView'),
});
const mineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine',
  component: lazyRouteComponent(() => import('./views/mine-view.tsx'), 'MineView'),
});
const newCaseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new',
  component: lazyRouteComponent(() => import('./views/new-case-view.tsx'), 'NewCaseView'),
});
const workloadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/load',
  component: lazyRouteComponent(() => import('./views/workload-view.tsx'), 'WorkloadView'),
});
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('#views/admin/admin-view.tsx'), 'AdminView'),
  validateSearch: (search): { tab?: string } => (typeof search['tab'] === 'string' ? { tab: search['tab'] } : {}),
});
const figuresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/figures',
  component: lazyRouteComponent(() => import('#views/figures/figures-view.tsx'), 'FiguresView'),
  validateSearch: (search): { range?: 'day' | 'week' | 'month'; on?: string } => {
    const { range, on } = search;
    return {
      ...(range === 'day' || range === 'week' || range === 'month' ? { range } : {}),
      ...(typeof on === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(on) ? { on } : {}),
    };
  },
});
const figureCasesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/figures/cases',
  component: lazyRouteComponent(() => import('#views/figures/figure-cases-view.tsx'), 'FigureCasesView'),
  // The API checks the members; whatever else an address has is not sent.
  validateSearch: (search): Readonly<Record<string, string>> =>
    Object.fromEntries(
      figureFilters.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ),
});
const institutionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/institutions/$id',
  component: lazyRouteComponent(() => import('#views/admin/institution-view.tsx'), 'InstitutionView'),
});

const routeTree = rootRoute.addChildren([
  boardRoute,
  nextRoute,
  caseRoute,
  mineRoute,
  newCaseRoute,
  workloadRoute,
  figuresRoute,
  figureCasesRoute,
  adminRoute,
  institutionRoute,
]);

export const createBoardRouter = (queries: QueryClient) =>
  createRouter({ routeTree, basepath: '/board', context: { queries }, defaultPreload: 'intent' });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createBoardRouter>;
  }
}
