import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';
import { prometheus } from './prometheus.ts';

type MetricsServer = { readonly port: number; close(): Promise<void> };

/** How many ports are tried: processes on one machine with the same setting take one each, in a known range. */
const portsTried = 10;

type MetricsOptions = {
  readonly host: string;
  readonly port: number;
  /** This process's /readyz response, if it serves requests. */
  readonly describeReadiness?: (() => Promise<{ readonly status: number; readonly body: object }>) | undefined;
};

/**
 * Serves GET /metrics on a separate, non-public port: the given one, or the first free one after it. Undefined when all
 * are in use, because missing metrics must not stop the work.
 */
export async function serveMetrics(metrics: Metrics, options: MetricsOptions): Promise<MetricsServer | undefined> {
  const { host, port } = options;
  prometheus().collectDefaultMetrics({ register: metrics.registry });
  const server = createServer((request, response) => {
    answer(metrics, options, request.url).then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
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

const json = 'application/json; charset=utf-8';

/** Health is served here too, so that a flood on the public port does not make a load balancer mark the process as down. */
async function answer(metrics: Metrics, { describeReadiness }: MetricsOptions, path: string | undefined) {
  const { registry } = metrics;
  if (path === '/metrics') return { status: 200, type: registry.contentType, text: await registry.metrics() };
  if (path === '/livez') return { status: 200, type: json, text: '{"ok":true}' };
  if (path !== '/readyz' || describeReadiness === undefined) return { status: 404, type: json, text: '{}' };
  const end = metrics.httpDuration.startTimer({ method: 'GET', route: path });
  const { status, body } = await describeReadiness();
  // The alarm counts the responses that probes received, on either port.
  end({ status });
  return { status, type: json, text: JSON.stringify(body) };
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
