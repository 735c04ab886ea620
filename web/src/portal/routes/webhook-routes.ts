import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readFilter } from '#portal/views/webhooks/delivery-filter.ts';
import { shellRoute } from './root-route.tsx';

const endpointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/endpoints',
  component: lazyRouteComponent(() => import('#portal/views/webhooks/endpoints-view.tsx'), 'EndpointsView'),
});

const endpointRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/endpoints/$endpointId',
  component: lazyRouteComponent(() => import('#portal/views/webhooks/endpoint-view.tsx'), 'EndpointView'),
});

const recoverRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/endpoints/$endpointId/recover',
  component: lazyRouteComponent(() => import('#portal/views/webhooks/recover-view.tsx'), 'RecoverView'),
});

const rotateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/endpoints/$endpointId/rotate',
  component: lazyRouteComponent(() => import('#portal/views/webhooks/rotate-view.tsx'), 'RotateView'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries',
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('#portal/views/webhooks/deliveries-view.tsx'), 'DeliveriesView'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('#portal/views/webhooks/delivery-view.tsx'), 'DeliveryView'),
});

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  component: lazyRouteComponent(() => import('#portal/views/events/event-log.tsx'), 'EventLog'),
});

const completenessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events/completeness',
  component: lazyRouteComponent(() => import('#portal/views/events/completeness.tsx'), 'Completeness'),
});

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events/$eventId',
  component: lazyRouteComponent(() => import('#portal/views/events/event-detail.tsx'), 'EventPage'),
});

/** Endpoints, deliveries, events. */
export const webhookRoutes = [
  endpointsRoute,
  endpointRoute,
  recoverRoute,
  rotateRoute,
  deliveriesRoute,
  deliveryRoute,
  eventsRoute,
  completenessRoute,
  eventRoute,
] as const;
