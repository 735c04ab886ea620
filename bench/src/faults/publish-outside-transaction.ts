// An injected fault, loaded with --import: events and deliveries are written on a separate connection, so that they
// remain when the transaction of their change is rolled back or cut off.
import { Client, Pool } from 'pg';

type Query = (this: Client, ...args: unknown[]) => unknown;

const announcements = ['events.insert', 'webhooks.insert-deliveries'];

const prototype = Client.prototype as unknown as { query: Query };
const send = prototype.query;
/** One connection, so that an event is stored before its deliveries. */
const outside = new Pool({ connectionString: process.env['DATABASE_URL'], max: 1 });
const ours = new WeakSet<object>();
outside.on('connect', (client) => ours.add(client.on('error', () => undefined)));
outside.on('error', () => undefined);

function isAnnouncement(statement: unknown): statement is { name: string; text: string; values: unknown[] } {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return false;
  return announcements.includes(String(statement.name));
}

prototype.query = function query(...args) {
  const [statement] = args;
  if (ours.has(this) || !isAnnouncement(statement)) return send.apply(this, args);
  return outside.query(statement);
};
