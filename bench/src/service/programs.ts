import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Ends this process with one sentence when a program is missing; by program, the Debian package that has it. */
export function requirePrograms(packages: Readonly<Record<string, string>>): void {
  const folders = (process.env['PATH'] ?? '').split(':');
  const missing = Object.keys(packages).filter((program) => !folders.some((one) => existsSync(join(one, program))));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map((program) => packages[program]))];
  console.error(`${missing.join(', ')} not found. Install with: apt-get install ${names.join(' ')}`);
  process.exit(2);
}
