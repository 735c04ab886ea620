import { userInfo } from 'node:os';
import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { ConfigError, readConfig, type Config, type Env } from '#platform/config';
import { AppError, unavailable } from '#platform/errors';
import { commandContext, explain, type Command } from './command.ts';
import { commands, usage } from './commands.ts';
import { parseOptions } from './parse-options.ts';

type Shell = { readonly env: Env; print(text: string): void; printError(text: string): void };

/** Runs `<command> [--option value …] [--json]`; returns the exit code: 0 done, 1 refused or failed, 2 usage error. */
export async function runCommand(words: readonly string[], { env, print, printError }: Shell): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command === undefined) {
    printError(usage());
    return 2;
  }
  const args = parseOptions(command, words.slice(command.name.split(' ').length));
  if ('wrong' in args) {
    printError(`makewhole ${command.name}: ${args.wrong}.\n${usage([command])}`);
    return 2;
  }
  const config = findConfig(env, printError);
  if (config === undefined) return 1;
  const { createService } = await import('#app/composition');
  // Where one shell has the settings of api and worker, commands do what a worker may.
  const made = createService('makewhole-cli', { ...config, logLevel: 'silent' });
  const service = command.asOwner === true ? made : made.asWorker();
  try {
    if (command.anyClock !== true) await requireRightClock(service.ctx);
    await requireKeys(service.ctx, command);
    const actor = { ...service.ctx.actor, runBy: args.as ?? userInfo().username } as Actor;
    const { ok, result, lines } = await command.run(
      await commandContext({ ...service.ctx, actor }, command, args.options),
      args.options,
    );
    print(args.json ? JSON.stringify(result) : lines.join('\n'));
    return ok ? 0 : 1;
  } catch (error) {
    const message = error instanceof AppError ? explain(error) : `failed: ${String(error)}`;
    printError(args.json ? JSON.stringify({ error: message }) : message);
    return 1;
  } finally {
    await service.close();
  }
}

/** What a command writes has the time of this machine in it: when something was made, when it expires, what has expired. */
async function requireRightClock({ db }: Ctx): Promise<void> {
  const { describeSkew, isSkewed, measureSkewMs } = await import('#platform/db');
  const skewMs = await measureSkewMs(db);
  if (!isSkewed(skewMs)) return;
  const message = `The clock of this machine is ${describeSkew(skewMs)}: nothing was done.`;
  throw unavailable(message, { retryAfterS: 60 });
}

/** What a command writes is read by the processes that run, with the keys that they have. */
async function requireKeys(ctx: Ctx, { anyKeys }: Command): Promise<void> {
  if (anyKeys === true) return;
  const { agreeOnKey, findKeyProblem } = await import('#platform/jobs');
  const problem = await findKeyProblem(ctx);
  if (problem !== undefined) throw unavailable(problem, { retryAfterS: 60 });
  await agreeOnKey(ctx);
}

/** All problems of the settings are printed. */
function findConfig(env: Env, printError: Shell['printError']): Config | undefined {
  try {
    return readConfig(env, 'cli');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printError(error.message);
    return undefined;
  }
}
