import type { Random } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import { check, Difference } from './difference.ts';
import type { ExpectedDelivery } from './model/events.ts';
import type { Message } from './model/messages.ts';
import type { Agent, Model, Tenant } from './model/state.ts';
import type { World } from './world.ts';

/** An answered request with an idempotency key, to be sent again. */
type StoredRequest = {
  readonly route: string;
  readonly client: { readonly agent: Agent | undefined } | { readonly owner: Tenant };
  readonly key: string;
  readonly body: Record<string, unknown>;
  readonly status: number;
  readonly answer: unknown;
  readonly until: number;
};

/** One kind of step. It returns a summary, or nothing if there was nothing to do. */
export type Step = {
  readonly name: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  run(walker: Walker): Promise<string | undefined>;
};

/** The state of a run: the service, the model, and what was sent but not compared yet. */
export class Walker {
  readonly world: World;
  readonly model: Model;
  readonly random: Random;
  readonly storedRequests: StoredRequest[] = [];
  /** Deliveries that must have arrived since the last comparison. */
  readonly expectedDeliveries: ExpectedDelivery[] = [];
  readonly sent: Message[] = [];
  /** The cursor of each tenant's log, and how many of the model's events were compared. */
  readonly cursors = new Map<Tenant, { cursor: string | undefined; seen: number }>();

  constructor(world: World, model: Model, random: Random) {
    this.world = world;
    this.model = model;
    this.random = random;
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  chance(of: number): boolean {
    return this.random() < of;
  }

  /** A random element, or undefined if there is none. */
  find<T>(things: readonly T[]): T | undefined {
    return things[this.below(things.length)];
  }

  /** A random element; there must be at least one. */
  pick<T>(things: readonly T[]): T {
    if (things.length === 0) throw new Error('there is nothing to pick from');
    return things[this.below(things.length)] as T;
  }

  /** Usually one of the newest, so that runs reach the ends of lifecycles; sometimes any. */
  recent<T>(things: readonly T[], count = 8): T | undefined {
    return this.find(this.chance(0.8) ? things.slice(-count) : things);
  }

  get actors(): readonly (Agent | undefined)[] {
    return [undefined, ...this.model.agents];
  }

  /** Advances the clock, in the service and in the model. */
  advance(seconds: number): void {
    this.world.harness.clock.advance(seconds);
    this.model.now = this.world.now;
  }

  /**
   * Do-not-contact was requested. The named contacts must be on the list; other contacts of the same
   * customer may be. No other contact is.
   */
  async adoptSilence(said: readonly string[]): Promise<void> {
    const { contactBook } = this.model;
    const linked = contactBook.linkedTo(said);
    const silent = await this.world.listSilent([...said, ...linked]);
    const missing = said.filter(
      (contact) => contactBook.suppressionOf(contact) !== undefined && !silent.includes(contact),
    );
    if (missing.length > 0) throw new Difference(`not on the do-not-contact list: ${missing.join(', ')}`);
    for (const contact of linked) {
      const known = contactBook.suppressionOf(contact) !== undefined;
      if (silent.includes(contact) && !known) this.model.suppress([contact], 'decided');
      if (!silent.includes(contact) && known) contactBook.lift(contact);
    }
    const now = [...said, ...linked].filter((contact) => contactBook.suppressionOf(contact) !== undefined);
    check('do-not-contact', silent.toSorted(), now.toSorted());
    this.model.touchCustomers([...said, ...linked]);
  }

  /** The case's id and number on the board. */
  async nameCase(sourceId: string): Promise<{ id: string; number: string }> {
    const { body } = await this.world.staff(`GET /board/search?q=${sourceId}`);
    const card = body?.data?.[0] as { id: string; number: string } | undefined;
    if (card === undefined) throw new Difference(`the board does not find ${sourceId}`);
    return card;
  }
}
