// The service of `npm run dev`, like that of `npm start`, with the settings that it is sent.
import { cacheCompiledCode } from '../cache-compiled-code.ts';

cacheCompiledCode();
// If its parent is killed, nothing else would stop it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const sent = new Promise<NodeJS.ProcessEnv>((resolve) =>
  process.once('message', (env) => resolve(env as NodeJS.ProcessEnv)),
);
const { serve } = await import('../serve.ts');
Object.assign(process.env, await sent);
await serve('all');
