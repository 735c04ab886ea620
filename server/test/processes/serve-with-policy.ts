// The entry points with a test policy: `node serve-with-policy.ts api '{"gapRequestsPerMin": 1000}'`.
import type { Policy } from '#platform/config';
import { cacheCompiledCode } from '../../src/entrypoints/cache-compiled-code.ts';

cacheCompiledCode();
const [role, json = '{}', ...words] = process.argv.slice(2);
const policy = JSON.parse(json) as Partial<Policy>;
if (role === 'cli') {
  const { runCommand } = await import('../../src/entrypoints/run-command.ts');
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  const printError = (text: string) => void process.stderr.write(`${text}\n`);
  process.exit(await runCommand(words, { env: process.env, policy, print, printError }));
}
const { serve } = await import('../../src/entrypoints/serve.ts');
await serve(role as 'api' | 'worker' | 'all', policy);
