import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';
import { prometheus } from './prometheus.ts';

type MetricsServer = { readonly port: number; close(): Promise<void> };

/** How many ports are tried: processes of one machine that were given the same port take one each, in a known range. */
const portsTried = 10;

type MetricsOptions = {
  readonly host: string;
  readonly port: number;
  /** What /readyz says of this process, where it serves requests. */
  readonly describeReadiness?: (() => Promise<{ readonly status: number; readonly body: object }>) | undefined;
};

/**
 * GET /metrics on a port of its own, away from the public one: the given port, or the first free one behind it.
 * Undefined when all are taken: no work is left undone because it cannot be measured.
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

/** Health is here too: whoever floods the public port does not make a load balancer believe that nobody is there. */
async function answer(metrics: Metrics, { describeReadiness }: MetricsOptions, path: string | undefined) {
  const { registry } = metrics;
  if (path === '/metrics') return { status: 200, type: registry.contentType, text: await registry.metrics() };
  if (path === '/livez') return { status: 200, type: json, text: '{"ok":true}' };
  if (path !== '/readyz' || describeReadiness === undefined) return { status: 404, type: json, text: '{}' };
  const end = metrics.httpDuration.startTimer({ method: 'GET', route: path });
  const { status, body } = await describeReadiness();
  // The alarm counts what probes were told, wherever they asked.
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
