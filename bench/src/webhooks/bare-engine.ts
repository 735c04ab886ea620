// The minimum that could deliver the same webhooks: pg and undici, nothing else. It claims a batch with one statement,
// posts it over persistent connections, and finishes whatever has ended with one statement. It looks up no endpoint,
// signs nothing, checks no address, has no cap, writes no attempt and moves nothing to a history.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { Agent } from 'undici';
import { answerQuestions } from './child.ts';

export type BareSetup = {
  readonly databaseUrl: string;
  readonly caFile: string;
  /** The port of all receivers. */
  readonly port: number;
  /** By endpoint. */
  readonly urls: Readonly<Record<string, string>>;
};

export type Question = { readonly rows: number };
export type Answer = { readonly errors: number };

/** Concurrent posts; the same number as our worker's. */
const concurrency = 200;
/** A round is worth its two statements when this many posts have ended. */
const enough = 50;

export const bareTable = 'bare.deliveries';

/** What it needs of a table: the columns of ours, and the one index by which it claims. */
export const bareSchema = [
  'create schema bare',
  `create table ${bareTable} (like webhooks.deliveries including defaults)`,
  `alter table ${bareTable} set (fillfactor = 80)`,
  `alter table ${bareTable} add column status smallint`,
  `alter table ${bareTable} add primary key (id)`,
  `create index on ${bareTable} (due_at) where state = 'waiting'`,
];

const claim = {
  name: 'bare.claim',
  text: `update ${bareTable} d set state = 'claimed', attempt = attempt + 1, lease_until = now() + interval '30 seconds'
    from (select id from ${bareTable} where state = 'waiting' and due_at <= now()
          order by due_at limit $1 for update skip locked) as due
    where d.id = due.id returning d.id, d.endpoint_id, d.event_type, d.body`,
};

const finish = {
  name: 'bare.finish',
  text: `update ${bareTable} d set state = 'done', status = r.status, lease_until = null
    from unnest($1::text[], $2::smallint[]) as r(id, status) where d.id = r.id`,
};

type Row = { readonly id: string; readonly endpoint_id: string; readonly event_type: string; readonly body: string };
type Ended = { readonly id: string; readonly status: number };

class BareEngine {
  readonly #urls: ReadonlyMap<string, URL>;
  readonly #pool: Pool;
  readonly #agent: Agent;
  #ended: Ended[] = [];
  #running = 0;
  #errors = 0;
  #onEnd: () => void = () => undefined;

  constructor({ databaseUrl, caFile, port, urls }: BareSetup) {
    // One connection to claim and one to finish.
    this.#pool = new Pool({ connectionString: databaseUrl, max: 2 });
    this.#urls = new Map(Object.entries(urls).map(([id, url]) => [id, withPort(url, port)]));
    this.#agent = new Agent({
      pipelining: 1,
      keepAliveTimeout: 30_000,
      allowH2: false,
      connect: {
        ca: readFileSync(caFile, 'utf8'),
        lookup: (_name, { all }, done) =>
          all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
      },
    });
  }

  /** Until this many rows are done. */
  async deliver(rows: number): Promise<Answer> {
    this.#errors = 0;
    for (let done = 0; done < rows;) {
      const [, finished] = await Promise.all([this.#claim(), this.#finish()]);
      done += finished;
      if (this.#running === 0 && this.#ended.length === 0) await pause(1);
      else await this.#enoughEnded();
    }
    return { errors: this.#errors };
  }

  #enoughEnded(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEnd = () => {
        if (this.#ended.length >= enough || this.#running === 0) resolve();
      };
      this.#onEnd();
    });
  }

  async #claim(): Promise<void> {
    const { rows } = await this.#pool.query<Row>({ ...claim, values: [concurrency - this.#running] });
    for (const row of rows) void this.#post(row);
  }

  async #finish(): Promise<number> {
    const batch = this.#ended;
    if (batch.length === 0) return 0;
    this.#ended = [];
    await this.#pool.query({ ...finish, values: [batch.map(({ id }) => id), batch.map(({ status }) => status)] });
    return batch.length;
  }

  async #post({ id, endpoint_id: endpoint, event_type: type, body }: Row): Promise<void> {
    this.#running += 1;
    const status = await this.#send(endpoint, { 'x-service-delivery': id, 'x-service-event': type }, body);
    if (status !== 204) this.#errors += 1;
    this.#running -= 1;
    this.#ended.push({ id, status });
    this.#onEnd();
  }

  async #send(endpoint: string, ids: Readonly<Record<string, string>>, body: string): Promise<number> {
    const url = this.#urls.get(endpoint);
    try {
      const response = await this.#agent.request({
        origin: url?.origin ?? '',
        path: url?.pathname ?? '',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Bare/1.0', ...ids },
        body,
      });
      await response.body.dump();
      return response.statusCode;
    } catch {
      return 0;
    }
  }
}

function withPort(url: string, port: number): URL {
  const at = new URL(url);
  at.port = String(port);
  return at;
}

const [, , setupFile = ''] = process.argv;
if (import.meta.main) {
  const engine = new BareEngine(JSON.parse(readFileSync(setupFile, 'utf8')) as BareSetup);
  answerQuestions<Question, Answer>(({ rows }) => engine.deliver(rows));
}
