// How often a number was tried, over all cases: shown to a caller, or dialed.

/** A case, as far as its number goes. */
type Numbered = { readonly test: boolean; contact(): { readonly phone?: string | undefined } };

type Attempt = { at: number; readonly staff: number; readonly one: Numbered; isOpen: boolean };
type Tried = {
  attempts: Attempt[];
  lastCall: { readonly at: number; readonly one: Numbered } | undefined;
};

const hourMs = 3_600_000;
/** A call is the attempt that began when its caller was shown the number, for as long as a lease can last. */
const leaseMs = 2 * hourMs + 5 * 60_000;
const caps = [
  { within: 24 * hourMs, atMost: 3 },
  { within: 720 * hourMs, atMost: 8 },
];

const nameOf = (one: Numbered): string => `${one.test ? 'sandbox/' : ''}${one.contact().phone ?? ''}`;

export class Numbers {
  readonly #tried = new Map<string, Tried>();

  #of(one: Numbered): Tried {
    const tried = this.#tried.get(nameOf(one)) ?? { attempts: [], lastCall: undefined };
    this.#tried.set(nameOf(one), tried);
    return tried;
  }

  isCapped(one: Numbered, now: number): boolean {
    const { attempts } = this.#of(one);
    return caps.some(({ within, atMost }) => attempts.filter(({ at }) => at > now - within).length >= atMost);
  }

  /** When it was called last, unless that was about this case. */
  calledElsewhereAt(one: Numbered): number | undefined {
    const { lastCall } = this.#of(one);
    return lastCall === undefined || lastCall.one === one ? undefined : lastCall.at;
  }

  /** Whether who has the case was shown its number. */
  isOffered(one: Numbered, staff: number): boolean {
    return this.#of(one).attempts.some((any) => any.isOpen && any.staff === staff && any.one === one);
  }

  /** The case was claimed, and its number shown or not; by who has it still, it is the same attempt. */
  claim(one: Numbered, { staff, now, shown }: { staff: number; now: number; shown: boolean }, goesOn: boolean): void {
    const tried = this.#of(one);
    const begun = goesOn
      ? tried.attempts.find((any) => any.isOpen && any.staff === staff && any.one === one)
      : undefined;
    for (const attempt of tried.attempts) if (shown || attempt.one === one) attempt.isOpen = false;
    if (!shown) return;
    if (begun === undefined) tried.attempts.push({ at: now, staff, one, isOpen: true });
    else Object.assign(begun, { at: now, isOpen: true });
  }

  call(one: Numbered, staff: number, now: number): void {
    if (one.contact().phone === undefined) return;
    const tried = this.#of(one);
    const begun = tried.attempts.find((any) => any.isOpen && any.staff === staff && any.at >= now - leaseMs);
    if (begun === undefined) tried.attempts.push({ at: now, staff, one, isOpen: false });
    else begun.at = now;
    for (const attempt of tried.attempts) if (attempt.staff === staff) attempt.isOpen = false;
    tried.lastCall = { at: now, one };
  }
}
