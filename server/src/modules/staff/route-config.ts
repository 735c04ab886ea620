import type { StaffRole } from '#actor';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest staff role that may call the route; default: administrator. The staff guard of app/ enforces it. */
    role?: StaffRole;
    /** false for frequent requests that show no personal data: they leave no audit row. */
    audited?: false;
    /** The body is a file from a board form instead of JSON. */
    takesFiles?: true;
  }
}
