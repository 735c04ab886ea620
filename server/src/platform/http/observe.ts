import type { FastifyInstance } from 'fastify';
import { Operation, type ActiveSpan, type Telemetry } from '#platform/telemetry';

type Caller = { readonly kind: string; readonly id?: string; readonly credential?: string };

declare module 'fastify' {
  interface FastifyRequest {
    span: ActiveSpan | undefined;
    /** Who is asking, by ids alone; for the log. */
    describeCaller: (() => Caller) | undefined;
    /** The code of the error with which it was refused. */
    refusal: string | undefined;
    /** The refusal was asked for, to see it: the sandbox has such. It is no failure of ours. */
    rehearsed: boolean;
    /** Which members that error is about, where it says so. */
    refusedPaths: readonly string[] | undefined;
    /** What that error adds to its answer, such as the object that is in the way. */
    refusedWith: Readonly<Record<string, unknown>> | undefined;
  }
}

/** X-Request-Id on every response; one log line, one measurement and one span per request, all by route template. */
export function observeRequests(app: FastifyInstance, { metrics, tracing }: Telemetry): void {
  app.decorateRequest('span', undefined);
  app.decorateRequest('describeCaller', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('rehearsed', false);
  app.decorateRequest('refusedPaths', undefined);
  app.decorateRequest('refusedWith', undefined);
  metrics.httpInFlight.set(0);
  app.addHook('onRequest', (request, reply, done) => {
    const name = request.routeOptions.config.operation ?? 'http.unknown-path';
    const operation = new Operation(name);
    metrics.httpInFlight.inc();
    // Not onResponse, which a client that went away may never cause.
    reply.raw.once('close', () => {
      metrics.httpInFlight.dec();
      operation.end();
    });
    reply.header('x-request-id', request.id);
    request.span = tracing.start(name, 'request');
    operation.run(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const counted = request.rehearsed ? 'rehearsed' : status;
    metrics.httpDuration.observe({ method: request.method, route, status: counted }, reply.elapsedTime / 1000);
    request.span?.set({ 'http.route': route, 'http.response.status_code': status, request_id: request.id });
    request.span?.end(status >= 500 && !request.rehearsed ? 'error' : 'ok');
    request.log.info(
      {
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        operation: request.routeOptions.config.operation,
        caller: request.describeCaller?.(),
        refusal: request.refusal,
        ...(request.rehearsed ? { rehearsed: true } : {}),
      },
      'http.answered',
    );
  });
}
