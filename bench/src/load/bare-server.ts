// The minimum that could do the same work: node:http and pg, no framework, no validation, no log, no limit counter.
import { randomFillSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import type { Piece, Statement } from './templates.ts';

export type BareServerSetup = {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** Whether a transaction's statements are sent together instead of one after the other's answer. */
  readonly pipelined: boolean;
  readonly statements: readonly Statement[];
  /** The response body, with a new id for each request. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly answerId: string;
};

type Fresh = { readonly ids: string[]; readonly email: string; readonly now: string };
type Maker = (fresh: Fresh) => unknown;

/** As long as ours, and like ours ordered by time, so that the indexes grow in the same way. */
function newId(prefix: string): string {
  const random = randomUUID();
  return prefix + Date.now().toString(36) + random.slice(0, 8) + random.slice(9, 13) + random.slice(19, 23);
}

const newBytes = (length: number): Buffer => randomFillSync(Buffer.alloc(length), 0, Math.min(length, 32));

function toMaker(pieces: readonly Piece[] | null): Maker {
  if (pieces === null) return () => null;
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'text') return () => only.text;
  if (pieces.length === 1 && only?.kind === 'bytes') return () => newBytes(only.length);
  const makers = pieces.map(toTextMaker);
  return (fresh) => makers.map((make) => make(fresh)).join('');
}

function toTextMaker(piece: Piece): (fresh: Fresh) => string {
  switch (piece.kind) {
    case 'text':
      return () => piece.text;
    case 'id':
      return ({ ids }) => (ids[piece.slot] ??= newId(piece.prefix));
    case 'email':
      return ({ email }) => email;
    case 'bytes':
      return () => `\\x${newBytes(piece.length).toString('hex')}`;
    case 'number':
      return () => String(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
    case 'now':
      return ({ now }) => now;
  }
}

type Prepared = { readonly name?: string; readonly text: string; readonly makers: readonly Maker[] };

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareServerSetup;
const statements: Prepared[] = setup.statements.map(({ name, text, values }) => ({
  ...(name === undefined ? {} : { name }),
  text,
  makers: values.map(toMaker),
}));
const pool = new Pool({
  connectionString: setup.databaseUrl,
  max: setup.poolSize,
  ...(setup.pipelined ? { pipeline: true } : {}),
});

const toQuery = ({ name, text, makers }: Prepared, fresh: Fresh): QueryConfig =>
  name === undefined ? { text } : { name, text, values: makers.map((make) => make(fresh)) };

async function runStatements(client: PoolClient, fresh: Fresh): Promise<void> {
  if (setup.pipelined) {
    await Promise.all(statements.map((statement) => client.query(toQuery(statement, fresh))));
    return;
  }
  for (const statement of statements) await client.query(toQuery(statement, fresh));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method !== 'POST') return send(response, 200, '{}');
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { customer: { email: string } };
  const fresh: Fresh = { ids: [], email: body.customer.email, now: new Date().toISOString() };
  const client = await pool.connect();
  try {
    await runStatements(client, fresh);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  send(response, 201, JSON.stringify({ ...setup.answer, [setup.answerId]: fresh.ids[0] }));
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, '{}');
  });
}).listen(setup.port, '127.0.0.1');
