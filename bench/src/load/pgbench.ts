// The same statements without any server of ours in front: PostgreSQL's own load generator is the ceiling.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '#bench/service/cluster';
import type { SliceResult } from './load-generator.ts';
import type { Piece, Statement } from './templates.ts';

const binary = join(process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin', 'pgbench');

/** A script and its constants: sent as parameters, as ours are, not written into the statements. */
type PgbenchScript = { readonly text: string; readonly constants: ReadonlyMap<string, string> };

/** Digits in a random variable: as many as the random part of an id has characters. */
const randomLow = '1000000000000000';
const randomHigh = '9999999999999999';

type Draft = { readonly constants: Map<string, string>; readonly randoms: Set<string> };

export async function toPgbenchScript(databaseUrl: string, statements: readonly Statement[]): Promise<PgbenchScript> {
  const draft: Draft = { constants: new Map(), randoms: new Set() };
  const lines: string[] = [];
  for (const statement of statements) {
    const types = await parameterTypes(databaseUrl, statement);
    const text = statement.text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
      const place = Number(digits) - 1;
      return toExpression(draft, statement.values[place] ?? null, types[place] ?? 'text');
    });
    lines.push(`${text.replaceAll(/\s+/g, ' ')};`);
  }
  const sets = [...draft.randoms].map((name) => `\\set ${name} random(${randomLow}, ${randomHigh})`);
  return { text: ['\\set turn :turn + 1', ...sets, ...lines, ''].join('\n'), constants: draft.constants };
}

async function parameterTypes(databaseUrl: string, { text, values }: Statement): Promise<string[]> {
  if (values.length === 0) return [];
  return withClient(databaseUrl, async (client) => {
    await client.query(`prepare probe as ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'probe'",
    );
    return rows[0]?.types ?? [];
  });
}

function toExpression(draft: Draft, pieces: readonly Piece[] | null, type: string): string {
  if (pieces === null) return `null::${type}`;
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'text') return constant(draft, only.text).replace(/::text$/, `::${type}`);
  if (pieces.length === 1 && only?.kind === 'now') return `now()::${type}`;
  return `(${pieces.map((piece) => toText(draft, piece)).join(' || ')})::${type}`;
}

/** pgbench only counts; anything that is not a number is built by the server, for a few microseconds. */
function toText(draft: Draft, piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return constant(draft, piece.text);
    case 'id':
      return `'${piece.prefix}' || :turn::text || ${random(draft, `id${piece.slot}`)}`;
    case 'email':
      return `'owner-' || ${random(draft, 'owner')} || '@example.com'`;
    case 'bytes':
      return toBytes(draft, piece.length);
    case 'number':
      return random(draft, 'number');
    case 'now':
      return 'now()::text';
  }
}

/** Decimal digits are hexadecimal ones too: 16 random bytes at the front, where an index compares first. */
function toBytes(draft: Draft, length: number): string {
  const name = `bytes${draft.constants.size}`;
  const rest = 'a5'.repeat(Math.max(0, length - 16));
  return `'\\x' || ${random(draft, `${name}a`)} || ${random(draft, `${name}b`)} || ${constant(draft, rest)}`;
}

function constant({ constants }: Draft, text: string): string {
  // pgbench accepts no empty variable.
  if (text === '') return `''::text`;
  const known = [...constants].find(([, value]) => value === text)?.[0];
  const name = known ?? `constant${constants.size}`;
  constants.set(name, text);
  return `:${name}::text`;
}

function random({ randoms }: Draft, name: string): string {
  randoms.add(name);
  return `:${name}::text`;
}

type PgbenchOrder = {
  readonly databaseUrl: string;
  readonly script: PgbenchScript;
  readonly connections: number;
  readonly seconds: number;
  /** Rises from slice to slice, so that ids continue where the last slice ended. */
  readonly slice: number;
  /** For the script and pgbench's own log. */
  readonly directory: string;
};

/**
 * A new backend reads the catalog, and PostgreSQL plans a prepared statement five times before it keeps a generic plan.
 * Servers with a warm pool are past that, so here too counting starts when every connection is.
 */
const settlingTransactions = 8;
/** Long enough for 64 backends on two cores. */
const settlingS = 1;

export async function runPgbench(order: PgbenchOrder): Promise<SliceResult> {
  const directory = join(order.directory, `pgbench-${order.slice}`);
  mkdirSync(directory);
  const file = join(directory, 'script.sql');
  writeFileSync(file, order.script.text);
  const constants = [...order.script.constants].flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const seconds = order.seconds + settlingS;
  const args = ['-n', '-M', 'prepared', '-f', file, '-T', String(seconds), '-c', String(order.connections)];
  const log = ['-j', '2', '--log', '--log-prefix', join(directory, 'log')];
  const turn = ['-D', `turn=${10_000_000 + order.slice * 1_000_000}`];
  await promisify(execFile)(binary, [...args, ...log, ...turn, ...constants, order.databaseUrl]);
  const lines = readdirSync(directory)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n').filter(Boolean));
  rmSync(directory, { recursive: true });
  return settledPart(lines.map(toFinished));
}

type Finished = { readonly turn: number; readonly atS: number; readonly latencyMs: number };

/** client, number of its transaction, latency in us, script, time in s and its us. */
function toFinished(line: string): Finished {
  const [, turn = 0, latencyUs = 0, , seconds = 0, us = 0] = line.split(' ').map(Number);
  return { turn, atS: seconds + us / 1e6, latencyMs: latencyUs / 1000 };
}

function settledPart(finished: readonly Finished[]): SliceResult {
  const latest = (times: readonly Finished[]) => times.reduce((last, { atS }) => Math.max(last, atS), 0);
  const settledS = latest(finished.filter(({ turn }) => turn === settlingTransactions));
  const counted = finished.filter(({ atS }) => atS > settledS);
  return {
    done: finished.length,
    seconds: latest(counted) - settledS,
    errors: 0,
    latenciesMs: Float64Array.from(counted, ({ latencyMs }) => latencyMs),
  };
}
