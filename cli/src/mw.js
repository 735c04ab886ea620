#!/usr/bin/env node
// In plain JavaScript: before the cache of compiled code is on, Node would load its compiler for TypeScript to read this
// file. The package has src/main.ts and all it needs compiled instead; see build.ts.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/makewhole-cli', import.meta.url)));
await import('./main.ts');
