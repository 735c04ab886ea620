import { cacheCompiledCode } from './cache-compiled-code.ts';

cacheCompiledCode();
const { serveDocuments } = await import('./serve-documents.ts');
await serveDocuments();
