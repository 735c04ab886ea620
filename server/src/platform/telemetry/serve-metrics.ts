import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.ts';

type MetricsServer = { readonly port: number; close(): Promise<void> };

/** How many ports are tried: processes of one machine that were given the same port take one each, in a known range. */
const portsTried = 10;

/**
 * GET /metrics on a port of its own, away from the public one: the given port, or the first free one behind it.
 * Undefined when all are taken: no work is left undone because it cannot be measured.
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsServer | undefined> {
  collectDefaultMetrics({ register: metrics.registry });
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  if (!(await listenOnFirstFree(server, host, port))) return undefined;
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function listenOnFirstFree(server: Server, host: string, first: number): Promise<boolean> {
  for (let port = first; port < first + portsTried && port <= 65_535; port += 1) {
    try {
      await listen(server, host, port);
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  return false;
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
