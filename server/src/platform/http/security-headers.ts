import type { FastifyInstance } from 'fastify';

/** For responses that are not pages: loads nothing, runs nothing, submits nowhere and cannot be framed. */
const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For untrusted files: a browser that opens one anyway gives it no origin. */
export const filePolicy = `${inertPolicy}; sandbox`;

/**
 * Other sites' pages cannot load our resources, our pages use no device sensors, and our addresses, which may be
 * personal links, are not sent as referrers.
 */
const always = {
  'content-security-policy': inertPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), serial=(), usb=()',
  'referrer-policy': 'no-referrer',
};

/** One year, subdomains included, because an unencrypted host there could set cookies for this one. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Headers of all responses. */
export const securityHeaders = (production: boolean): Readonly<Record<string, string>> =>
  production ? { ...always, ...strictTransport } : always;

/** Set first, so that a route may override them. */
export function secureAnswers(app: FastifyInstance, production: boolean): void {
  const headers = securityHeaders(production);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}
