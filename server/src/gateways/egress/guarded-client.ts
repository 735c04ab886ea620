import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Attempt } from './attempt.ts';
import { connectGuarded, type ConnectorOptions, type Origin, type Reached } from './connector.ts';

/** One connection at a time, made by the guard; it records for each attempt how its connection was made. */
export class GuardedClient extends Client {
  #reached: Reached | undefined;

  constructor(origin: URL, options: Client.Options, guard: ConnectorOptions) {
    super(origin, {
      ...options,
      connect: ({ hostname, port, protocol }, done) => {
        const plain = protocol === 'http:';
        this.#connect({ name: hostname, port: Number(port) || (plain ? 80 : 443), plain }, guard).then(
          (socket) => done(null, socket),
          (error: unknown) => done(error as Error, null),
        );
      },
    });
  }

  async #connect(origin: Origin, guard: ConnectorOptions): Promise<Socket> {
    this.#reached = undefined;
    const { socket, reached } = await connectGuarded(origin, guard);
    this.#reached = reached;
    return socket;
  }

  /** Attempts on a persistent connection share it. */
  get reached(): Reached | undefined {
    return this.#reached;
  }

  override dispatch(options: Dispatcher.DispatchOptions, attempt: Dispatcher.DispatchHandler): boolean {
    // Nothing else is dispatched here: the pool passes on the attempts of `createEgress`.
    (attempt as Attempt).client = this;
    return super.dispatch(options, attempt);
  }
}
