import type { Socket } from 'node:net';

/** Every address of a host name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** How a connection was made. */
export type Reached = {
  readonly address: string;
  /** Milliseconds until the name was resolved, from there until the host answered, and from there until TLS was agreed on. */
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** Undefined where a session was resumed: no certificate is shown then. */
  readonly certificateEndsAt: Date | undefined;
};

export type Connection = { readonly socket: Socket; readonly reached: Reached };
