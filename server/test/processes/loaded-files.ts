// Preloaded into a process: when it ends, it says on its third channel which files it has loaded.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(3, loaded.join('\n')));
