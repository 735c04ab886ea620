import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Collector = {
  readonly url: string;
  /** The bodies of all exports, as they arrived. */
  readonly received: readonly string[];
  spanNames(): string[];
  close(): Promise<void>;
};

type Export = { resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[] };

/** A collector that accepts traces over OTLP and stores them. */
export async function startCollector(): Promise<Collector> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const keep = async () => {
      received.push(await text(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    keep().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spanNames: () =>
      received
        .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans.map(({ name }) => name)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
