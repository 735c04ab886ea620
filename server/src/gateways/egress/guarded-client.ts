import type { TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import type { Attempt } from './attempt.ts';
import { connectGuarded, type ConnectorOptions, type Reached } from './connector.ts';

/** One connection at a time, made by the guard; it tells each attempt how its connection was made. */
export class GuardedClient extends Client {
  #reached: Reached | undefined;

  constructor(origin: URL, options: Client.Options, guard: ConnectorOptions) {
    super(origin, {
      ...options,
      connect: ({ hostname, port }, done) => {
        this.#connect(hostname, Number(port) || 443, guard).then(
          (socket) => done(null, socket),
          (error: unknown) => done(error as Error, null),
        );
      },
    });
  }

  async #connect(name: string, port: number, guard: ConnectorOptions): Promise<TLSSocket> {
    this.#reached = undefined;
    const { socket, reached } = await connectGuarded(name, port, guard);
    this.#reached = reached;
    return socket;
  }

  /** Attempts on a persistent connection share it. */
  get reached(): Reached | undefined {
    return this.#reached;
  }

  override dispatch(options: Dispatcher.DispatchOptions, attempt: Dispatcher.DispatchHandler): boolean {
    // Nothing else is dispatched here: the pool passes on what `createEgress` gives it.
    (attempt as Attempt).client = this;
    return super.dispatch(options, attempt);
  }
}
