// Preloaded into a process: when the process ends, it writes the files it has loaded to file descriptor 3.
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
