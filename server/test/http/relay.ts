import { connect, createServer, type Socket } from 'node:net';

/** A TCP relay between the service and a store: it counts round trips, and it can be cut or frozen. */
export type Relay = {
  /** The store's address, through this relay. */
  through(url: string): string;
  /** Round trips so far on connections with this PostgreSQL application_name. */
  roundTrips(applicationName: string): number;
  /** Simulates an unreachable store: open connections break, new ones are refused. */
  cut(): Promise<void>;
  /** Restores the store on the same port. */
  mend(): Promise<void>;
  /** Simulates a silent store: connections are accepted, but nothing is read. */
  freeze(): void;
  /** Continues after a freeze. */
  thaw(): void;
  close(): Promise<void>;
};

type Connection = {
  readonly near: Socket;
  readonly far: Socket;
  applicationName: string | undefined;
  /** A round trip starts whenever the client sends after the server did. */
  lastSpeaker: 'client' | 'server';
  roundTrips: number;
};

export async function startRelay(store: { readonly host: string; readonly port: number }): Promise<Relay> {
  const connections = new Set<Connection>();
  let frozen = false;
  const server = createServer((near) => {
    const connection = relay(near, connect(store), connections);
    if (frozen) pauseConnection(connection);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = async () => {
    for (const { near, far } of connections) {
      near.destroy();
      far.destroy();
    }
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    through(url) {
      const relayed = new URL(url);
      relayed.host = `127.0.0.1:${port}`;
      return relayed.href;
    },
    roundTrips: (name) =>
      [...connections]
        .filter(({ applicationName }) => applicationName === name)
        .reduce((sum, { roundTrips }) => sum + roundTrips, 0),
    cut,
    mend: () => listen(port),
    freeze() {
      frozen = true;
      for (const connection of connections) pauseConnection(connection);
    },
    thaw() {
      frozen = false;
      for (const { near, far } of connections) {
        near.resume();
        far.resume();
      }
    },
    close: cut,
  };
}

function pauseConnection({ near, far }: Connection): void {
  near.pause();
  far.pause();
}

function relay(near: Socket, far: Socket, connections: Set<Connection>): Connection {
  const connection: Connection = { near, far, applicationName: undefined, lastSpeaker: 'server', roundTrips: 0 };
  connections.add(connection);
  near.setNoDelay();
  far.setNoDelay();
  near.on('data', (chunk) => {
    connection.applicationName ??= announcedName(chunk);
    if (connection.lastSpeaker === 'server') connection.roundTrips += 1;
    connection.lastSpeaker = 'client';
    far.write(chunk);
  });
  far.on('data', (chunk) => {
    connection.lastSpeaker = 'server';
    near.write(chunk);
  });
  for (const [end, other] of [
    [near, far],
    [far, near],
  ] as const) {
    end.on('error', () => undefined);
    end.on('close', () => other.destroy());
  }
  return connection;
}

/**
 * Reads `application_name` from a PostgreSQL startup packet: length, protocol, then names and values ended by zeros.
 */
function announcedName(packet: Buffer): string {
  const words = packet.subarray(8).toString('utf8').split('\0');
  return words[words.indexOf('application_name') + 1] ?? '';
}
