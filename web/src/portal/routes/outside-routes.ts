import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ChooseInstitution } from '#portal/views/choose-institution.tsx';
import { rootRoute } from './root-route.tsx';

const chooseRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: ChooseInstitution });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('#portal/views/outside/sign-in.tsx'), 'SignIn'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('#portal/views/outside/sign-up.tsx'), 'SignUp'),
});

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm',
  component: lazyRouteComponent(() => import('#portal/views/outside/confirm.tsx'), 'Confirm'),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyRouteComponent(() => import('#portal/views/outside/reset.tsx'), 'Reset'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('#portal/views/outside/invitation.tsx'), 'Invitation'),
});

const authenticatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authenticator',
  component: lazyRouteComponent(() => import('#portal/views/outside/authenticator.tsx'), 'Authenticator'),
});

const stopResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authenticator/stop',
  component: lazyRouteComponent(() => import('#portal/views/outside/authenticator.tsx'), 'StopAuthenticatorReset'),
});

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
  component: lazyRouteComponent(() => import('#portal/views/settings/confirm-contact-view.tsx'), 'ConfirmContactView'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('#portal/views/account/account.tsx'), 'Account'),
});

const passkeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/passkeys',
  component: lazyRouteComponent(() => import('#portal/views/account/passkeys-view.tsx'), 'PasskeysView'),
});

const pairRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pair',
  component: lazyRouteComponent(() => import('#portal/views/pairing/pair.tsx'), 'Pair'),
});

/** Pages without an institution. */
export const outsideRoutes = [
  chooseRoute,
  signInRoute,
  signUpRoute,
  confirmRoute,
  resetRoute,
  invitationRoute,
  authenticatorRoute,
  stopResetRoute,
  contactRoute,
  accountRoute,
  passkeysRoute,
  pairRoute,
] as const;
