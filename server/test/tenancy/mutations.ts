import { Client } from 'pg';

type Config = { readonly name?: string; readonly text: string; readonly values: unknown[] };
type Send = (this: unknown, config: unknown, ...rest: unknown[]) => unknown;

/** A statement without one of its tenant conditions: which one, counted from zero. */
export type Mutant = { readonly of: string; readonly condition: string; readonly place: number };

const conditions = (): RegExp => /(?:"?\w+"?\.)?"?\b(?:institution_id|account_id)"? = (\$\d+|'[^']*')/g;

/** Some statements contain an id and a time instead of parameters. */
const withoutLiterals = (text: string): string => text.replaceAll(/'[^']*'/g, "'?'");

/** Deletes each tenant condition in turn. */
export const mutantsOf = (text: string): Mutant[] =>
  [...text.matchAll(conditions())].map(([condition], place) => ({ of: text, condition, place }));

/** The parameter stays, because the values are those of the whole statement. */
function mutate(text: string, { place }: Mutant): string {
  let at = -1;
  return text.replaceAll(conditions(), (found, value: string) => {
    at += 1;
    return at === place ? `(${value}::text is not null)` : found;
  });
}

/** Sits between the service and its driver: records the statements, and sends one of them changed. */
export class Interception {
  readonly #original = Client.prototype.query as unknown as Send;
  readonly seen = new Set<string>();
  #mutant: Mutant | undefined;
  #count = 0;
  used = false;

  constructor() {
    const change = (config: unknown): unknown => this.#change(config);
    const original = this.#original;
    Client.prototype.query = function query(this: unknown, config: unknown, ...rest: unknown[]) {
      return original.call(this, change(config), ...rest);
    } as unknown as typeof Client.prototype.query;
  }

  use(mutant: Mutant | undefined): void {
    this.#mutant = mutant;
    this.#count += 1;
    this.used = false;
  }

  end(): void {
    Client.prototype.query = this.#original as unknown as typeof Client.prototype.query;
  }

  #change(config: unknown): unknown {
    if (!isStatement(config)) return config;
    const text = withoutLiterals(config.text);
    if (conditions().test(text)) this.seen.add(text);
    if (this.#mutant === undefined || text !== this.#mutant.of) return config;
    this.used = true;
    // A connection identifies a statement by its name.
    const name = config.name === undefined ? {} : { name: `${config.name} ${this.#count}` };
    return { ...config, ...name, text: mutate(config.text, this.#mutant) };
  }
}

const isStatement = (config: unknown): config is Config =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string';
