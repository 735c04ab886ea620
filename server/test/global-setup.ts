import { ensureTemplate } from './databases.ts';

export async function setup(): Promise<void> {
  await ensureTemplate();
}
