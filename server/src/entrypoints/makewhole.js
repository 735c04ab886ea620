#!/usr/bin/env node
// In plain JavaScript: before the cache of compiled code is on, Node would load its compiler for TypeScript to read this
// file, which takes as long as all the rest of `makewhole --help`.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// As in cache-compiled-code.ts, which says why there; a test compares them.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/makewhole', import.meta.url)));
await import('./cli.ts');
