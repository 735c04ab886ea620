import type { Random } from '#bench/random';
import { check, Difference } from './difference.ts';
import type { Owed } from './model/events.ts';
import type { Message } from './model/messages.ts';
import type { Agent, Model, Owner } from './model/state.ts';
import type { World } from './world.ts';

/** A named request that was answered, to be sent again. */
export type Kept = {
  readonly route: string;
  readonly caller: { readonly agent: Agent | undefined } | { readonly owner: Owner };
  readonly key: string;
  readonly body: Record<string, unknown>;
  readonly status: number;
  readonly answer: unknown;
  readonly until: number;
};

/** One step: who does what. It says in short what it did, or nothing when there was nothing to do. */
export type Step = {
  readonly name: string;
  /** How often it is taken, beside the others. */
  readonly weight: number;
  run(walker: Walker): Promise<string | undefined>;
};

/** Where a walk stands: the service, the model, and what has left and not been looked at yet. */
export class Walker {
  readonly world: World;
  readonly model: Model;
  readonly random: Random;
  readonly kept: Kept[] = [];
  /** What must have arrived since the last comparison. */
  readonly owed: Owed[] = [];
  readonly sent: Message[] = [];
  /** How far each owner's log was read, and how much of the model's. */
  readonly places = new Map<Owner, { cursor: string | undefined; seen: number }>();

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

  /** One of these, or nothing when there is none. */
  find<T>(things: readonly T[]): T | undefined {
    return things[this.below(things.length)];
  }

  /** One of these, of which there are some. */
  pick<T>(things: readonly T[]): T {
    if (things.length === 0) throw new Error('there is nothing to pick from');
    return things[this.below(things.length)] as T;
  }

  /** Mostly one of the newest, so that walks come to their ends; sometimes any. */
  recent<T>(things: readonly T[], count = 8): T | undefined {
    return this.find(this.chance(0.8) ? things.slice(-count) : things);
  }

  get actors(): readonly (Agent | undefined)[] {
    return [undefined, ...this.model.agents];
  }

  /** The clock goes on, in the service and in the model. */
  advance(seconds: number): void {
    this.world.harness.clock.advance(seconds);
    this.model.now = this.world.now;
  }

  /**
   * Somebody asked for silence. What they said it for must be on the list; whom else they are known as may be. What
   * nobody said anything about is not.
   */
  async adoptSilence(said: readonly string[]): Promise<void> {
    const { people } = this.model;
    const linked = people.linkedTo(said);
    const silent = await this.world.listSilent([...said, ...linked]);
    const missing = said.filter((contact) => people.silenceOf(contact) !== undefined && !silent.includes(contact));
    if (missing.length > 0) throw new Difference(`not on the do-not-contact list: ${missing.join(', ')}`);
    for (const contact of linked) {
      const known = people.silenceOf(contact) !== undefined;
      if (silent.includes(contact) && !known) this.model.silence([contact], 'decided');
      if (!silent.includes(contact) && known) people.lift(contact);
    }
    const now = [...said, ...linked].filter((contact) => people.silenceOf(contact) !== undefined);
    check('do-not-contact', silent.toSorted(), now.toSorted());
    this.model.touchPeople([...said, ...linked]);
  }

  /** The case as the board names it. */
  async nameCase(sourceId: string): Promise<{ id: string; number: string }> {
    const { body } = await this.world.staff(`GET /board/search?q=${sourceId}`);
    const card = body?.data?.[0] as { id: string; number: string } | undefined;
    if (card === undefined) throw new Difference(`the board does not find ${sourceId}`);
    return card;
  }
}
