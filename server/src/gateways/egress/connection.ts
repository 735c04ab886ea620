import type { Socket } from 'node:net';

/** All addresses of a host name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** How a connection was made. */
export type Reached = {
  readonly address: string;
  /** Milliseconds for the name lookup, then for the TCP connection, then for the TLS handshake. */
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** Undefined for a resumed session, which shows no certificate. */
  readonly certificateEndsAt: Date | undefined;
};

export type Connection = { readonly socket: Socket; readonly reached: Reached };
