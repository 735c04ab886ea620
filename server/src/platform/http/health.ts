import type { FastifyInstance } from 'fastify';

export type Readiness = {
  /** Names of what is not ready; empty when the process can serve. */
  check(): Promise<readonly string[]>;
};

/** /livez: the process runs. /readyz: it can serve, and is not on its way out. /healthz: the contract's word for /livez. */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  const open = { audience: 'anyone', operation: 'http.health' } as const;
  app.get('/livez', { config: open, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/healthz', { config: open, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { config: open, logLevel: 'silent' }, async (_request, reply) => {
    const missing = await readiness.check();
    return reply.code(missing.length === 0 ? 200 : 503).send({ ok: missing.length === 0, missing });
  });
}
