import type { Ctx } from '#context';
import type { AppError } from '#platform/errors';

export type Outcome = {
  readonly ok: boolean;
  /** The exit code, where it is neither 0 nor 1. */
  readonly exitCode?: number;
  /** Printed with --json, as one object. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Printed for people. */
  readonly lines: readonly string[];
};

/** How a command is called; its help and its completion are made from this. */
export type CommandForm = {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
  /** One positional argument, such as a file; passed to `run` under this name. */
  readonly argument?: string;
  /** Optional options. */
  readonly optional?: readonly string[];
  /** Options without a value; passed to `run` as `yes`. */
  readonly flags?: readonly string[];
};

type Options = Readonly<Record<string, string>>;

/** Imports its own dependencies, so that no command loads the code of another. */
type Running = {
  /** Its name in the audit trail. Commands without one change nothing that is audited, or write their own row. */
  readonly operation?: string;
  /** Uses no time of this machine for its changes, so it runs whatever the clock shows. */
  readonly anyClock?: true;
  /** It writes nothing encrypted or fingerprinted, or it manages the keys themselves. */
  readonly anyKeys?: true;
  /** It changes the schema, so DATABASE_URL is the owner's. */
  readonly asOwner?: true;
  run(ctx: Ctx, options: Options): Promise<Outcome>;
};

/** It needs neither settings nor a database. */
type Alone = { alone(): Outcome };

/** A command that has a context. */
export type ServiceCommand = CommandForm & Running;

export type Command = ServiceCommand | (CommandForm & Alone);

/**
 * A command's changes commit together with its row in the audit trail, which names no staff member: the actor is the person with the shell.
 */
export async function commandContext(ctx: Ctx, { operation }: ServiceCommand, options: Options): Promise<Ctx> {
  if (operation === undefined) return ctx;
  const { createAuditedDatabase, startAuditRecord } = await import('#modules/ledger');
  const record = startAuditRecord(ctx.actor, { kind: 'action', operation, subjectId: options['institution'] });
  return { ...ctx, db: createAuditedDatabase(ctx, record) };
}

/** Options whose name differs from the member of the interface. */
const optionOf: Readonly<Record<string, string>> = {
  technical_contact_email: 'technical-contact',
  public_key: 'public-key-file',
  expires_at: 'expires-at',
};

/** An error, reworded for the command line. */
export function explain(error: AppError): string {
  const issues = (error.details['issues'] ?? []) as { path: string; message: string }[];
  return [error.message, ...issues.map(({ path, message }) => `  --${optionOf[path] ?? path} ${message}`)].join('\n');
}
