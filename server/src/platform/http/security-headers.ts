import type { FastifyInstance } from 'fastify';

/** Of whatever is no page: it loads nothing, runs nothing, leads nowhere and is shown in nobody's frame. */
const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Of files that strangers made: a browser that opens one all the same gives it no origin either. */
export const filePolicy = `${inertPolicy}; sandbox`;

/**
 * Nothing of ours is loaded by a page of others, no page of ours uses what a device senses, and no address of ours, which may be a
 * person's own link, is told to others.
 */
const always = {
  'content-security-policy': inertPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), serial=(), usb=()',
  'referrer-policy': 'no-referrer',
};

/** A year, also for what is below this host: a plain host there could set cookies for it. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** What every answer has, whoever makes it. */
export const securityHeaders = (production: boolean): Readonly<Record<string, string>> =>
  production ? { ...always, ...strictTransport } : always;

/** Set first, so that a route may say something else. */
export function secureAnswers(app: FastifyInstance, production: boolean): void {
  const headers = securityHeaders(production);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}
