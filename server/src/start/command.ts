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
  /** One positional argument, such as a file; passed to `run` under this name. */
  readonly argument?: string;
  /** Optional options. */
  readonly optional?: readonly string[];
  /** Its name in the audit trail; commands without one change nothing that is audited, or write their own row. */
  readonly operation?: string;
  /** It changes nothing by the time of this machine, so it runs whatever the clock says. */
  readonly anyClock?: true;
  /** It writes nothing that is encrypted or fingerprinted, or is about the keys themselves. */
  readonly anyKeys?: true;
  /** It changes the schema, so DATABASE_URL is the owner's. */
  readonly asOwner?: true;
  /** Imports what it needs itself, so that no command loads the code of another. */
  run(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome>;
};

/**
 * A command's changes commit together with its row in the audit trail, which names no staff member: the actor is
 * whoever has the shell.
 */
export async function commandContext(
  ctx: Ctx,
  { operation }: Command,
  options: Readonly<Record<string, string>>,
): Promise<Ctx> {
  if (operation === undefined) return ctx;
  const { createAuditedDatabase, startAuditRecord } = await import('#modules/audit');
  const record = startAuditRecord(ctx.actor, { kind: 'action', operation, subjectId: options['institution'] });
  return { ...ctx, db: createAuditedDatabase(ctx, record) };
}

/** Options whose name differs from the member of the interface. */
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
