import { Client } from 'pg';

/** A statement as the service sent it: from which connection, for which account, and with which values. */
export type SentStatement = {
  readonly user: string;
  readonly scope: string;
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** Different values can find different numbers of rows, so several are tried. */
const samplesMax = 3;

const scopePattern = /set local makewhole\.account = '([^']*)'/;

/** Records all statements that this process sends, until `stop`. */
export function recordStatements(): { readonly sent: () => SentStatement[]; stop(): void } {
  const samples = new Map<string, SentStatement[]>();
  const scopes = new WeakMap<Client, string>();
  const { query } = Client.prototype;
  const record = (client: Client, { name, text, values = [] }: Omit<SentStatement, 'user' | 'scope'>) => {
    const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
    if (verb === 'begin') scopes.set(client, scopePattern.exec(text)?.[1] ?? '');
    if (!['select', 'insert', 'update', 'delete', 'with'].includes(verb)) return;
    const found = samples.get(text) ?? [];
    const one = { user: client.user ?? '', scope: scopes.get(client) ?? '', name, text, values };
    // The last ones, because the first are sent before there are rows to find.
    samples.set(text, [...found, one].slice(-samplesMax));
  };
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [first, second] = args;
    if (typeof first === 'string') record(this, { name: undefined, text: first, values: (second ?? []) as unknown[] });
    else if (typeof first === 'object' && first !== null && 'text' in first) record(this, first as SentStatement);
    return Reflect.apply(query, this, args);
  } as typeof query;
  return {
    sent: () => [...samples.values()].flat(),
    stop: () => {
      Client.prototype.query = query;
    },
  };
}
