import { Client } from 'pg';

type Sent = { readonly name?: string; readonly text: string };

/** Records the transactions that this process begins until `stop`: the names or texts of their statements. */
export function recordTransactions(): { readonly transactions: readonly (readonly string[])[]; stop(): void } {
  const transactions: string[][] = [];
  const open = new WeakMap<Client, string[]>();
  const { query } = Client.prototype;
  const record = (client: Client, { name, text }: Sent): void => {
    if (/^begin\b/i.test(text)) {
      const statements: string[] = [];
      open.set(client, statements);
      transactions.push(statements);
    } else if (/^(commit|rollback)\b/i.test(text)) open.delete(client);
    else if (open.has(client)) open.get(client)?.push(name ?? text);
    else transactions.push([name ?? text]);
  };
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [first] = args;
    if (typeof first === 'string') record(this, { text: first });
    else if (typeof first === 'object' && first !== null && 'text' in first) record(this, first as Sent);
    return Reflect.apply(query, this, args);
  } as typeof query;
  return {
    transactions,
    stop: () => {
      Client.prototype.query = query;
    },
  };
}
