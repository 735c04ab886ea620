import { cacheCompiledCode } from './cache-compiled-code.ts';

cacheCompiledCode();
const { serve } = await import('./serve.ts');
await serve('worker');
