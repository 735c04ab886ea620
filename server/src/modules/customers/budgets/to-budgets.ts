import type { Tx } from '#context';
import { scopesOf } from './budget-rules.ts';

/** The caps and budgets that a message of this transaction's actor counts for, as the database takes them. */
export function toBudgets({ actor, config }: Pick<Tx, 'actor' | 'config'>) {
  const scopes = scopesOf(actor, config);
  const { email, text } = config.budgets;
  return {
    scopes: scopes.map(({ name }) => name),
    budgets: { email: scopes.map(({ budget }) => email[budget]), text: scopes.map(({ budget }) => text[budget]) },
    recipient: {
      email: [email.recipientDay, email.recipientMonth],
      text: [text.recipientDay, text.recipientMonth],
    },
  };
}
