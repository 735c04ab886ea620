// The do-not-contact list, and which customers have the one discount (D-033, D-035 and D-140).

/** Normalized contacts of one customer. */
export type Contacts = { readonly email: string | undefined; readonly phone: string | undefined };

export const listOf = ({ email, phone }: Contacts): string[] => [email, phone].filter((one) => one !== undefined);

/**
 * Why a contact is suppressed: an entry by the team stays, a STOP can be lifted by START. `unclear` is a STOP that an
 * entry for another contact of the same customer may have replaced.
 */
export type Suppression = 'decided' | 'stopped' | 'unclear';

/** A granted discount. Discounts are linked when their contacts turn out to belong to one customer. */
type Discount = { readonly source: string; readonly at: number; used: boolean; readonly same: Set<Discount> };

/**
 * A receipt's promise: it belongs to the case until one of its contacts is proven and it leads to that contact's
 * discount.
 */
export type Promised = { readonly at: number; used: boolean; readonly leadsTo: Set<Discount> };

export const promiseAt = (at: number): Promised => ({ at, used: false, leadsTo: new Set() });

/** These discounts and all that are linked to them. */
function closureOf(discounts: Iterable<Discount>): Set<Discount> {
  const found = new Set(discounts);
  for (const discount of found) for (const other of discount.same) found.add(other);
  return found;
}

/** One discount per customer: the first of several counts, and a used one ends them all. */
function counting(discounts: readonly Discount[]): Discount | undefined {
  return discounts.find(({ used }) => used) ?? discounts.toSorted((one, other) => one.at - other.at)[0];
}

/** Whether the counting discount is an agent's and still available, or none was granted yet. */
function isLeft(discounts: readonly Discount[]): boolean {
  const counts = counting(discounts);
  return counts === undefined || (!counts.used && counts.source === 'agent_intake');
}

export class ContactBook {
  readonly #suppressed = new Map<string, Suppression>();
  readonly #together = new Map<string, Set<string>>();
  readonly #discounts = new Map<string, Discount>();

  /** A case shows that these contacts belong to one customer. */
  meet(contacts: Contacts): void {
    const known = listOf(contacts);
    for (const contact of known) {
      const others = this.#together.get(contact) ?? new Set();
      for (const other of known) others.add(other);
      this.#together.set(contact, others);
    }
  }

  /** Every other contact that a chain of cases links to these. */
  linkedTo(contacts: readonly string[]): string[] {
    const found = new Set(contacts);
    for (const contact of found) for (const other of this.#together.get(contact) ?? []) found.add(other);
    return [...found].filter((contact) => !contacts.includes(contact));
  }

  isSuppressed(contacts: Contacts): boolean {
    return listOf(contacts).some((contact) => this.#suppressed.has(contact));
  }

  suppressionOf(contact: string): Suppression | undefined {
    return this.#suppressed.get(contact);
  }

  get silent(): readonly string[] {
    return [...this.#suppressed.keys()];
  }

  suppress(contacts: readonly string[], how: Suppression): void {
    // A text does not lift an entry that the team made or may have made.
    for (const contact of contacts)
      if (how === 'decided' || !this.#suppressed.has(contact)) this.#suppressed.set(contact, how);
  }

  /** An entry by the team covers all contacts known to belong to the same customer. */
  blur(contacts: readonly string[]): void {
    for (const contact of contacts)
      if (this.#suppressed.get(contact) === 'stopped') this.#suppressed.set(contact, 'unclear');
  }

  /** Resolves unclear entries. */
  settle(contact: string, silent: boolean): void {
    if (this.#suppressed.get(contact) !== 'unclear') return;
    if (silent) this.#suppressed.set(contact, 'decided');
    else this.#suppressed.delete(contact);
  }

  /** A START lifts only a STOP. */
  lift(contact: string): void {
    if (this.#suppressed.get(contact) === 'stopped') this.#suppressed.delete(contact);
  }

  /** Discounts granted to these contacts themselves. */
  #own(contacts: Contacts): Discount[] {
    return [...new Set(listOf(contacts).flatMap((contact) => this.#discounts.get(contact) ?? []))];
  }

  /** All discounts of the customer, under any contact. */
  #all(contacts: Contacts): Discount[] {
    return [...closureOf(this.#own(contacts))];
  }

  /** Whether a submission gets the agent's discount: it is the customer's first, and none was used. */
  mayDiscount(contacts: Contacts): boolean {
    return isLeft(this.#all(contacts));
  }

  /**
   * A case's promise is valid until it is used there or by one of its contacts, even if they turn out to be another
   * customer. A
   * duplicate has no promise: it quotes what its contacts have now (D-032).
   */
  isPromiseOpen(contacts: Contacts, promised: Promised | undefined): boolean {
    const own = this.#own(contacts);
    return promised === undefined ? isLeft(own) : !promised.used && own.every(({ used }) => !used);
  }

  /** Contacts proven by a case get its promise, and have used it if the case has. */
  prove(contacts: Contacts, promised: Promised | undefined, now: number): void {
    this.grant(contacts, { source: 'agent_intake', at: promised?.at ?? now });
    if (promised === undefined) return;
    for (const discount of this.#own(contacts)) promised.leadsTo.add(discount);
    if (promised.used) for (const discount of this.#all(contacts)) discount.used = true;
  }

  /**
   * A customer with a discount for any of these contacts keeps it and has it for all of them; two customers who turn
   * out to be one
   * are linked from then on.
   */
  grant(contacts: Contacts, { source, at }: { readonly source: string; readonly at: number }): void {
    const one = counting(this.#all(contacts)) ?? { source, at, used: false, same: new Set() };
    for (const contact of listOf(contacts)) if (!this.#discounts.has(contact)) this.#discounts.set(contact, one);
    const own = this.#own(contacts);
    for (const discount of own) for (const other of own) discount.same.add(other);
  }

  /**
   * Uses up the promise and all discounts of the customers who proved the case; returns whether there was one to use.
   */
  consume(contacts: Contacts, promised: Promised): boolean {
    if (!this.isPromiseOpen(contacts, promised)) return false;
    promised.used = true;
    for (const discount of closureOf(promised.leadsTo)) discount.used = true;
    return true;
  }
}
