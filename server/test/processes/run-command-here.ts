import { urlFor } from '#test/database/databases';
import { runCommand } from '../../src/entrypoints/run-command.ts';
import type { Config } from '#platform/config';
import { splitSettings, type TestSettings } from '#test/fixtures/test-settings';

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/**
 * Runs a command as an operator types it, with a harness's settings, in this process: starting a process for every
 * command took longer than all commands. wrong-clock.test.ts starts real ones.
 */
export async function runCommandHere(
  { databaseUrl, dataKeys }: Config,
  words: readonly string[],
  settings: TestSettings = {},
): Promise<Ran> {
  const { env, policy } = splitSettings(settings);
  const printed = { stdout: '', stderr: '' };
  const code = await runCommand(words, {
    env: { DATABASE_URL: urlFor(databaseUrl, 'cli').reveal(), DATA_KEY: dataKeys[0]?.reveal() ?? '', ...env },
    policy,
    print: (text) => void (printed.stdout += `${text}\n`),
    printError: (text) => void (printed.stderr += `${text}\n`),
  });
  return { code, ...printed };
}
