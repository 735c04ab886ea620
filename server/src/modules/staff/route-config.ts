import type { StaffRole } from '#actor';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest staff role that may call it; default: administrator. The staff guard of app/ enforces it. */
    role?: StaffRole;
    /** false for frequent requests that show nobody's data: they leave no row in the audit trail. */
    audited?: false;
    /** Its body is a file from a form of the board instead of JSON. */
    takesFiles?: true;
  }
}
