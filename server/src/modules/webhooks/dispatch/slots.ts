/**
 * Attempts in progress in this process. One that takes longer than a healthy receiver frees its slot for another, up
 * to a limit, so that a silent endpoint costs a socket and not a slot.
 */
export class Slots {
  readonly #most: number;
  #taken = 0;
  #inOvertime = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFree(): boolean {
    return this.#taken < this.#most;
  }

  get inUse(): number {
    return this.#taken + this.#inOvertime;
  }

  /** Takes a slot; `freed` is called when it is released before its attempt has ended. Returns the function that gives it back. */
  take(freed: () => void): () => void {
    this.#taken += 1;
    let late = false;
    const timer = setTimeout(() => {
      if (this.#inOvertime >= overtimes * this.#most) return;
      late = true;
      this.#taken -= 1;
      this.#inOvertime += 1;
      freed();
    }, promptMs);
    return () => {
      clearTimeout(timer);
      if (late) this.#inOvertime -= 1;
      else this.#taken -= 1;
    };
  }
}

/** Healthy receivers answer sooner. */
const promptMs = 250;
/** How many times the slots may be in overtime. */
const overtimes = 5;
