// Faults wrapped around one statement of the service, chosen by its name, to check that a run finds them. A
// model-based
// test that misses them proves nothing.
import { Client } from 'pg';

// oxlint-disable-next-line typescript/no-explicit-any -- rows and values of every shape
type Values = any[];
type Statement = { readonly name: string; readonly values: Values };
type Result = { readonly rows: Values };
type Done = (error: Error | null, result: Result | undefined) => void;
type Query = (this: Client, ...args: unknown[]) => unknown;

type Injection = {
  readonly statement: string;
  /** Replaces the values that are sent. */
  sent?(values: Values): Values;
  /** Changes the returned rows. */
  returned?(rows: Values): void;
};

const prices = new Set([19_900, 47_200, 49_700]);

const injections = {
  /** Of several contacts suppressed together, only one is stored. */
  'forgotten-contact': {
    statement: 'customers.insert-do-not-contact',
    sent: ([hashes, ...others]) => [hashes.slice(-1), ...others],
  },
  /** Of several events from one change, the last is not logged. */
  'lost-event': {
    statement: 'events.insert',
    sent: (columns) => (columns[0].length < 2 ? columns : columns.map((column) => column.slice(0, -1))),
  },
  /** A statement bills one vehicle of a plan twice. */
  'vehicle-twice': {
    statement: 'memberships.count-in-force',
    returned(rows) {
      for (const row of rows.slice(0, 1)) row.quantity += 1;
    },
  },
  /** The queue treats UTC as every customer's local time. */
  'clock-of-utc': {
    statement: 'consultations.list-windows',
    returned(rows) {
      for (const row of rows) row.zones = ['Etc/UTC'];
    },
  },
  /** A hold is a cent more than the price. */
  'cent-off': {
    statement: 'insert checkout.holds',
    sent: (values) => values.map((value) => (prices.has(value) ? value + 1 : value)),
  },
} as const satisfies Record<string, Injection>;

export type Fault = keyof typeof injections;
export const faults = Object.keys(injections) as Fault[];

/** This process has the fault from here on. */
export function injectFault(fault: Fault): void {
  const { statement: name, sent = (values) => values, returned = () => undefined }: Injection = injections[fault];
  const prototype = Client.prototype as unknown as { query: Query };
  const send = prototype.query;
  const change = (result: Result): Result => {
    returned(result.rows);
    return result;
  };
  prototype.query = function query(...args) {
    const [statement, ...rest] = args;
    if (!isNamed(statement, name)) return send.apply(this, args);
    const changed = { ...statement, values: sent([...statement.values]) };
    const done = rest.at(-1);
    if (typeof done !== 'function') return (send.call(this, changed, ...rest) as Promise<Result>).then(change);
    const late: Done = (error, result) => (done as Done)(error, result && change(result));
    return send.call(this, changed, ...rest.slice(0, -1), late);
  };
}

const isNamed = (statement: unknown, name: string): statement is Statement =>
  typeof statement === 'object' && statement !== null && 'name' in statement && statement.name === name;
