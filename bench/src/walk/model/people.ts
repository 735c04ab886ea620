// Whom nobody may contact, and who has the one discount (decisions 33, 35 and 140).

/** Normalised contacts of one person. */
export type Contacts = { readonly email: string | undefined; readonly phone: string | undefined };

export const listOf = ({ email, phone }: Contacts): string[] => [email, phone].filter((one) => one !== undefined);

/**
 * Which word silenced a contact: what the team decided stands, what a text stopped can be started again. Unclear is what a
 * text stopped and a wish about another contact of the same person may have taken over.
 */
export type Silence = 'decided' | 'stopped' | 'unclear';

/** A discount that somebody was given; those of contacts that turn out to be one person's know each other. */
type Discount = { readonly source: string; readonly at: number; used: boolean; readonly same: Set<Discount> };

/** One discount per customer: of several the first counts, and a used one ends them all. */
function counting(discounts: readonly Discount[]): Discount | undefined {
  return discounts.find(({ used }) => used) ?? discounts.toSorted((one, other) => one.at - other.at)[0];
}

export class People {
  readonly #silent = new Map<string, Silence>();
  readonly #together = new Map<string, Set<string>>();
  readonly #discounts = new Map<string, Discount>();

  /** A case knows these contacts as one person's. */
  meet(contacts: Contacts): void {
    const known = listOf(contacts);
    for (const contact of known) {
      const others = this.#together.get(contact) ?? new Set();
      for (const other of known) others.add(other);
      this.#together.set(contact, others);
    }
  }

  /** Every contact that some chain of cases joins to one of these, without these. */
  linkedTo(contacts: readonly string[]): string[] {
    const found = new Set(contacts);
    for (const contact of found) for (const other of this.#together.get(contact) ?? []) found.add(other);
    return [...found].filter((contact) => !contacts.includes(contact));
  }

  isSilent(contacts: Contacts): boolean {
    return listOf(contacts).some((contact) => this.#silent.has(contact));
  }

  silenceOf(contact: string): Silence | undefined {
    return this.#silent.get(contact);
  }

  get silent(): readonly string[] {
    return [...this.#silent.keys()];
  }

  silence(contacts: readonly string[], how: Silence): void {
    // A text takes nothing back of what the team decided, or may have.
    for (const contact of contacts) if (how === 'decided' || !this.#silent.has(contact)) this.#silent.set(contact, how);
  }

  /** The team's wish about somebody reaches as far as the service knows them under other contacts. */
  blur(contacts: readonly string[]): void {
    for (const contact of contacts) if (this.#silent.get(contact) === 'stopped') this.#silent.set(contact, 'unclear');
  }

  /** What was unclear is known. */
  settle(contact: string, silent: boolean): void {
    if (this.#silent.get(contact) !== 'unclear') return;
    if (silent) this.#silent.set(contact, 'decided');
    else this.#silent.delete(contact);
  }

  /** Only what a text stopped is started by a text. */
  lift(contact: string): void {
    if (this.#silent.get(contact) === 'stopped') this.#silent.delete(contact);
  }

  /** What these contacts were given themselves. */
  #own(contacts: Contacts): Discount[] {
    return [...new Set(listOf(contacts).flatMap((contact) => this.#discounts.get(contact) ?? []))];
  }

  /** All that the person has been given, under whatever contact. */
  #all(contacts: Contacts): Discount[] {
    const found = new Set(this.#own(contacts));
    for (const discount of found) for (const other of discount.same) found.add(other);
    return [...found];
  }

  /** Whether a submission gets the agent's discount: it is the person's first, and none was used. */
  mayDiscount(contacts: Contacts): boolean {
    const counts = counting(this.#all(contacts));
    return counts === undefined || (!counts.used && counts.source === 'agent_intake');
  }

  /** What these contacts were promised stands until it is used, whoever they turn out to be. */
  isPromiseOpen(contacts: Contacts): boolean {
    return this.#own(contacts).every(({ used }) => !used);
  }

  /** Whoever has one by any of these contacts keeps it and has it by all of them; two that meet are linked from then on. */
  grant(contacts: Contacts, { source, at }: { readonly source: string; readonly at: number }): void {
    const one = counting(this.#all(contacts)) ?? { source, at, used: false, same: new Set() };
    for (const contact of listOf(contacts)) if (!this.#discounts.has(contact)) this.#discounts.set(contact, one);
    const own = this.#own(contacts);
    for (const discount of own) for (const other of own) discount.same.add(other);
  }

  /** Uses it up, and with it all that the person has; says whether there was one to use. */
  consume(contacts: Contacts): boolean {
    if (this.#own(contacts).length === 0 || !this.isPromiseOpen(contacts)) return false;
    for (const discount of this.#all(contacts)) discount.used = true;
    return true;
  }
}
