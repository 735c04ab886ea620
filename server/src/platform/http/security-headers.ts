import type { FastifyInstance } from 'fastify';

/** Nothing of ours is loaded by a page of others, and no page of ours uses what a device senses. */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), serial=(), usb=()',
};

/** A year, for this host alone: what else is below its name is not ours to decide. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' };

/** What every answer has, whoever makes it. */
export const securityHeaders = (production: boolean): Readonly<Record<string, string>> =>
  production ? { ...always, ...strictTransport } : always;

/** Set first, so that a route may say something else. */
export function secureAnswers(app: FastifyInstance, production: boolean): void {
  const headers = securityHeaders(production);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}
