// The minimum that could deliver the same webhooks: pg and undici, nothing else. It claims a batch with one statement,
// posts it over persistent connections, and finishes whatever has ended with one statement; what else it does is its duty.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { answerQuestions } from '#bench/webhooks/child';
import { bareTable, claimText, dutyOf, type Duty, type DutyName, type Ended, type Row } from './duties.ts';
import { createPoster, type Post } from './poster.ts';
import { concurrency, type Answer, type EngineSetup, type Question } from './setup.ts';

/** A round is worth its two statements when this many posts have ended. */
const enough = 50;

class BareEngine {
  readonly #duty: Duty;
  readonly #claimText: string;
  readonly #pool: Pool;
  readonly #post: Post;
  /** Claimed rows whose endpoint was at its cap, in their order. */
  #waiting: Row[] = [];
  readonly #open = new Map<string, number>();
  #ended: Ended[] = [];
  #running = 0;
  #errors = 0;
  #onEnd: () => void = () => undefined;

  constructor(name: DutyName, setup: EngineSetup) {
    this.#duty = dutyOf(name, setup);
    this.#claimText = claimText(bareTable[name]);
    // One connection to claim and one to finish.
    this.#pool = new Pool({ connectionString: setup.databaseUrl, max: 2 });
    this.#post = createPoster(setup, this.#duty);
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
    const free = concurrency - this.#running - this.#waiting.length;
    if (free > 0) {
      const { rows } = await this.#pool.query<Row>({ name: 'bare.claim', text: this.#claimText, values: [free] });
      this.#waiting.push(...rows);
    }
    this.#start();
  }

  /** Whatever is below its endpoint's cap. */
  #start(): void {
    const claimed = this.#waiting;
    this.#waiting = [];
    for (const row of claimed) {
      const open = this.#open.get(row.endpoint_id) ?? 0;
      if (open >= this.#duty.cap) this.#waiting.push(row);
      else void this.#run(row, open);
    }
  }

  async #finish(): Promise<number> {
    const batch = this.#ended;
    if (batch.length === 0) return 0;
    this.#ended = [];
    await this.#pool.query(this.#duty.finish(batch));
    return batch.length;
  }

  async #run(row: Row, open: number): Promise<void> {
    const { id, endpoint_id: endpoint, event_type: type, body } = row;
    this.#open.set(endpoint, open + 1);
    this.#running += 1;
    const startedAt = performance.now();
    const headers = { 'x-service-delivery': id, 'x-service-event': type, ...this.#duty.headers(row) };
    const status = await this.#post(endpoint, headers, body);
    if (status !== 204) this.#errors += 1;
    this.#running -= 1;
    this.#open.set(endpoint, (this.#open.get(endpoint) ?? 1) - 1);
    this.#ended.push({ id, status, durationMs: performance.now() - startedAt });
    if (this.#waiting.length > 0) this.#start();
    this.#onEnd();
  }
}

const [, , name = '', setupFile = ''] = process.argv;
const engine = new BareEngine(name as DutyName, JSON.parse(readFileSync(setupFile, 'utf8')) as EngineSetup);
answerQuestions<Question, Answer>(({ rows }) => engine.deliver(rows));
