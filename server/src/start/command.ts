import type { Ctx } from '#context';
import { auditedDatabase, openRecord } from '#modules/audit';
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
  /** What the audit trail calls it; the others change nothing that it tells of, or tell it themselves. */
  readonly operation?: string;
  run(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome>;
};

/** What a command changes commits together with its row in the audit trail, which names nobody: whoever has the shell. */
export function commandContext(ctx: Ctx, { operation }: Command, options: Readonly<Record<string, string>>): Ctx {
  if (operation === undefined) return ctx;
  const record = openRecord(ctx.actor, { kind: 'action', operation, subjectId: options['institution'] });
  return { ...ctx, db: auditedDatabase(ctx, record) };
}

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
