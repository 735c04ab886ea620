import { Client } from 'pg';

// oxlint-disable-next-line typescript/no-explicit-any -- rows and values of every shape
type Values = any[];
type Statement = { readonly name: string; readonly values: Values };
type Result = { readonly rows: Values };
type Done = (error: Error | null, result: Result | undefined) => void;
type Query = (this: Client, ...args: unknown[]) => unknown;

type Meddling = {
  /** What is sent instead. */
  sent?(values: Values): Values;
  /** Changes what is returned. */
  told?(rows: Values): void;
};

/** Puts planted work around one statement of the service, by the statement's name. */
export function meddle(name: string, { sent = (values) => values, told = () => undefined }: Meddling): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const send = prototype.query;
  prototype.query = function query(...args) {
    const [statement, ...rest] = args;
    if (!isNamed(statement, name)) return send.apply(this, args);
    const changed = { ...statement, values: sent([...statement.values]) };
    const done = rest.at(-1);
    if (typeof done !== 'function') return (send.call(this, changed, ...rest) as Promise<Result>).then(tell);
    const late: Done = (error, result) => (done as Done)(error, result && tell(result));
    return send.call(this, changed, ...rest.slice(0, -1), late);
  };
  const tell = (result: Result): Result => {
    told(result.rows);
    return result;
  };
}

const isNamed = (statement: unknown, name: string): statement is Statement =>
  typeof statement === 'object' && statement !== null && 'name' in statement && statement.name === name;
