import type { Ctx } from '#context';
import type { AppError } from '#platform/errors';

export type Outcome = {
  readonly ok: boolean;
  /** Printed with --json, as one object. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Printed for people. */
  readonly lines: readonly string[];
};

export type Command = {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
  /** One word that follows the name without being an option, such as a file; known to `run` by this name. */
  readonly argument?: string;
  /** Options that need not be there. */
  readonly optional?: readonly string[];
  run(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome>;
};

/** What a member of the interface is called here, where that is not the same word. */
const optionOf: Readonly<Record<string, string>> = {
  technical_contact_email: 'technical-contact',
  public_key: 'public-key-file',
  expires_at: 'expires-at',
};

/** A refusal in the words of the command line. */
export function explain(error: AppError): string {
  const issues = (error.details['issues'] ?? []) as { path: string; message: string }[];
  return [error.message, ...issues.map(({ path, message }) => `  --${optionOf[path] ?? path} ${message}`)].join('\n');
}
