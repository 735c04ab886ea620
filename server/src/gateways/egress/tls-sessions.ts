/**
 * Counted from the handshake that verified the certificate, whatever was resumed since: a resumed session shows no
 * certificate, so an expired or replaced one goes unnoticed for this long.
 */
const sessionMs = 600_000;
/** One takes about 2 KB, and Node issues none of more than 10 KB. */
const namesMax = 2_000;

export type TlsSession = {
  readonly session: Buffer;
  /** When a certificate was last verified, in milliseconds of a monotonic clock. */
  readonly verifiedAt: number;
};

/**
 * The last TLS session of each name, which saves the next connection a full handshake. Node compares neither
 * certificate nor name when it resumes a session, so a session is used only for the name it was made under.
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

  /** `resumed` is the session that the connection was made with: its certificate was last verified then. */
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
