// A router of the simplest kind: it knows a cell by the tag of the credential alone, and a short list of what has moved. For
// drills only; in production this is the configuration of a proxy.
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cellOf } from '@makewhole/server/src/lib/tokens/tagged-token.ts';

export type Router = {
  readonly port: number;
  /** Requests answered by each cell. */
  readonly answered: ReadonlyMap<string, number>;
  /** Refuses these credentials with 503 and Retry-After; returns when none of their requests is under way. */
  hold(handles: readonly string[]): Promise<void>;
  /** Sends them to this cell from now on. */
  move(handles: readonly string[], cell: string): void;
  close(): Promise<void>;
};

type Options = {
  readonly port: number;
  /** The port of each cell, by its tag. */
  readonly cells: Readonly<Record<string, number>>;
  /** Of whatever carries no tag: credentials from before there were tags, and requests without any. */
  readonly home: string;
  /** A planted mistake: asks a directory for every request. */
  readonly askDirectory?: (() => Promise<unknown>) | undefined;
};

/** What the database stores of a key in clear text: its prefix, the tag, and the check of the rest. */
export const handleOf = (key: string): string => key.slice(0, 'gap_live_'.length + 6);

export async function startRouter({ port, cells, home, askDirectory }: Options): Promise<Router> {
  // One for each cell: connections that wait for a silent one are not taken from the others.
  const agents = new Map(Object.keys(cells).map((cell) => [cell, new Agent({ keepAlive: true })]));
  const answered = new Map<string, number>();
  const held = new Set<string>();
  const moved = new Map<string, string>();
  const underWay = new Map<string, number>();
  const count = (of: Map<string, number>, name: string, by: number) => of.set(name, (of.get(name) ?? 0) + by);

  async function route(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const credential = credentialOf(incoming);
    const handle = handleOf(credential);
    if (held.has(handle)) {
      response.writeHead(503, { 'retry-after': '1', 'content-length': 0 }).end();
      return;
    }
    count(underWay, handle, 1);
    try {
      await askDirectory?.();
      const tag = moved.get(handle) ?? cellOf(credential) ?? home;
      const cell = tag in cells ? tag : home;
      await pass(incoming, response, { port: cells[cell] ?? 0, agent: agents.get(cell) });
      count(answered, cell, 1);
    } finally {
      count(underWay, handle, -1);
    }
  }

  const server = createServer((incoming, response) => {
    route(incoming, response).catch(() => {
      if (!response.headersSent) response.writeHead(502, { 'content-length': 0 });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    answered,
    async hold(handles) {
      for (const handle of handles) held.add(handle);
      while (handles.some((handle) => (underWay.get(handle) ?? 0) > 0)) await pause(10);
    },
    move(handles, cell) {
      for (const handle of handles) {
        moved.set(handle, cell);
        held.delete(handle);
      }
    },
    async close() {
      for (const agent of agents.values()) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Of a request: its bearer token, the id of the key that signed it, or the link that it opens. */
function credentialOf({ headers, url = '' }: IncomingMessage): string {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const signer = /keyid="([^"]+)"/.exec(String(headers['signature-input'] ?? ''))?.[1];
  return bearer ?? signer ?? /^\/(?:c|c\/number|i|checkout|appraisal)\/([0-9A-Za-z]{32})/.exec(url)?.[1] ?? '';
}

type Target = { readonly port: number; readonly agent: Agent | undefined };

/** Bodies pass as they come; the router keeps none. */
function pass(incoming: IncomingMessage, response: ServerResponse, { port, agent }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).on('finish', resolve).on('close', resolve);
    });
    onward.on('error', reject);
    incoming.pipe(onward);
  });
}
