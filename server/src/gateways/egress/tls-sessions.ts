/**
 * From the handshake in which the certificate was verified, whatever was resumed since: a resumed one shows no certificate,
 * so this is how long one that expires or is replaced goes unnoticed.
 */
const sessionMs = 600_000;
/** One takes some 2 KB, and Node hands out none of more than 10 KB. */
const namesMax = 2_000;

export type TlsSession = {
  readonly session: Buffer;
  /** When a certificate was last verified, in milliseconds of a monotonic clock. */
  readonly verifiedAt: number;
};

/**
 * The last TLS session of each name, with which the next connection to it needs no whole handshake. Node compares neither
 * certificate nor name when a session is resumed, so a session is for the name it was made under and for no other.
 */
export class TlsSessions {
  /** The least recently used first. */
  readonly #sessions = new Map<string, TlsSession>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  find(name: string): TlsSession | undefined {
    const found = this.#sessions.get(name);
    this.#sessions.delete(name);
    if (found === undefined || this.#now() - found.verifiedAt >= sessionMs) return undefined;
    this.#sessions.set(name, found);
    return found;
  }

  /** `resumed` is what the connection was made with: its certificate was verified then, and not since. */
  keep(name: string, session: Buffer, resumed: TlsSession | undefined): void {
    this.#sessions.delete(name);
    this.#sessions.set(name, { session, verifiedAt: resumed?.verifiedAt ?? this.#now() });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > namesMax && oldest !== undefined) this.#sessions.delete(oldest);
  }

  forget(name: string): void {
    this.#sessions.delete(name);
  }
}
