// The minimum that could answer the same polls: node:http and pg, the same statements with the same values, one sent when
// the one before it was answered. It compares tokens as text, and has no framework, hashing, decryption, log or metric.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, type QueryConfig } from 'pg';
import type { PolledIntake } from './polled-intakes.ts';

export type BarePollSetup = {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly intakes: readonly PolledIntake[];
};

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BarePollSetup;
const pool = new Pool({ connectionString: setup.databaseUrl, max: setup.poolSize });
const intakes = new Map(
  setup.intakes.map(({ statements, ...intake }) => [
    intake.id,
    { ...intake, queries: statements.map(({ name, text, values }) => ({ name, text, values }) as QueryConfig) },
  ]),
);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const intake = intakes.get(request.url?.split('/').at(-1) ?? '');
  if (intake === undefined) return send(response, 404, '{}');
  if (request.headers.authorization !== `Bearer ${intake.token}`) return send(response, 401, '{}');
  for (const query of intake.queries) await pool.query(query);
  response.setHeader('etag', intake.tag);
  if (request.headers['if-none-match'] === intake.tag) {
    response.writeHead(304).end();
    return;
  }
  send(response, 200, JSON.stringify(intake.receipt));
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  if (request.url === '/') return send(response, 200, '{}');
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, '{}');
  });
}).listen(setup.port, '127.0.0.1');
