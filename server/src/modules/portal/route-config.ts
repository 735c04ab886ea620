import type { PortalPermission } from '#lib/api/portal-roles';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a portal user needs. Without one, the route is closed to everyone. The portal guard in app/ enforces it. */
    needs?: PortalPermission;
    /**
     * Needs an authenticator code from the last ten minutes: always, or only in live mode. Staff sessions need a password or
     * sign-in of that age instead.
     */
    fresh?: true | 'live';
    /** Tokens may call it without a fresh code, which they cannot give. For routes of the user's own account: tokens may call it at all. */
    tokens?: true;
    /** A session from an institution's provider may call it, although it concerns the user's own account. */
    boundSessions?: true;
    /** The body is a file's bytes. A form on another site cannot send this type without a preflight request. */
    takesBytes?: true;
    /** The route does not exist in live mode. */
    sandboxOnly?: true;
    /** A POST that changes nothing and so leaves no row in the trail. */
    onlyLooks?: true;
  }
}
