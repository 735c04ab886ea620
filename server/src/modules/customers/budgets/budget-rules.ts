import type { Actor } from '#actor';
import { addressBucket, addressNetwork, isWithin } from '#lib/network/address';
import type { ChannelBudgets, Config } from '#platform/config';

/** A daily budget: its scope, and its member in the settings. */
export type BudgetScope = { readonly name: string; readonly budget: keyof ChannelBudgets };

const everybody: BudgetScope = { name: 'global', budget: 'global' };

/** The budgets that a message of this actor counts toward, narrow before wide for every actor, because they are locked in this order. */
export function scopesOf(actor: Actor, { sharedRanges }: Pick<Config, 'sharedRanges'>): readonly BudgetScope[] {
  switch (actor.kind) {
    case 'agent':
      return [{ name: `agent/${actor.principalId}`, budget: 'agent' }, everybody];
    case 'partner':
      return [{ name: `institution/${actor.institutionId}`, budget: 'institution' }, everybody];
    case 'anonymous':
    case 'poll': {
      const anonymous: BudgetScope = { name: 'anonymous', budget: 'anonymous' };
      // Such an address has many clients behind it, most of them honest.
      if (isWithin(sharedRanges, actor.address)) return [anonymous, everybody];
      return [
        { name: `address/${addressBucket(actor.address)}`, budget: 'address' },
        { name: `network/${addressNetwork(actor.address)}`, budget: 'network' },
        anonymous,
        everybody,
      ];
    }
    default:
      return [everybody];
  }
}

/** Held by the cap of its recipient, not by a budget of the actor who caused it. */
export const isRecipientCap = (heldBy: string): boolean => heldBy.startsWith('recipient/');

/** The UTC day that budgets count by. */
export const budgetDay = (at: Date): string => at.toISOString().slice(0, 10);
