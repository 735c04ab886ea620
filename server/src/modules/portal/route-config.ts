import type { PortalPermission } from '#lib/api/portal-roles';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a user of the partner portal needs for it; default: nobody may. The portal guard of app/ enforces it. */
    needs?: PortalPermission;
    /**
     * Asks for a code that is not older than ten minutes: always, or in live mode. Of staff sessions, for the password or a sign-in of that
     * age.
     */
    fresh?: true | 'live';
    /** Tokens may call it without a fresh code, which they cannot give; of the user's own account, that they may at all. */
    tokens?: true;
    /** A session that one institution's provider made may call it, although it is about the user's own account. */
    boundSessions?: true;
    /** The body is the bytes of a file. No form of another site can send this type without asking first. */
    takesBytes?: true;
    /** Nothing of it exists in live mode. */
    sandboxOnly?: true;
    /** A POST that changes nothing: it leaves no row in the trail. */
    onlyLooks?: true;
  }
}
