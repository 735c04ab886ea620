// The service of `npm run dev`, as `npm start` has it, with the settings that it is sent.
import { cacheCompiledCode } from '../cache-compiled-code.ts';

cacheCompiledCode();
// When whoever started it is killed, nobody else would stop it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const sent = new Promise<NodeJS.ProcessEnv>((resolve) =>
  process.once('message', (env) => resolve(env as NodeJS.ProcessEnv)),
);
const { serve } = await import('../serve.ts');
Object.assign(process.env, await sent);
await serve('all');
