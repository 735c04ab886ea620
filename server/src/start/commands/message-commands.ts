import { validationFailed } from '#platform/errors';
import type { Command } from '../command.ts';

/** Messages from the command line: sending again what failed by a mistake of ours. */
export const messageCommands: readonly Command[] = [
  {
    name: 'messages retry',
    operation: 'customers.retry-messages',
    about:
      'count messages of the last seven days (or --since) that failed for good, and with --confirm COUNT send them again; of those refused only what --failure names; --channel is email or text',
    options: [],
    optional: ['failure', 'channel', 'since', 'confirm'],
    async run(ctx, { failure, channel, since, confirm }) {
      const { retryMessages } = await import('#modules/customers');
      const { groups, found, retried } = await retryMessages(ctx, {
        failure,
        channel,
        since: since === undefined ? undefined : time(since),
        confirm: confirm === undefined ? undefined : count(confirm),
      });
      const lines = groups.map(({ purpose, channel: way, state, last_failure: why, messages }) =>
        [messages, way, purpose, state, why ?? ''].join('  ').trimEnd(),
      );
      if (confirm !== undefined) lines.push(`${retried} messages are sent again.`);
      else if (found === 0) lines.push('There are no such messages.');
      else lines.push(`Nothing was changed. To send these again: --confirm ${found}`);
      return { ok: true, result: { groups, found, retried }, lines };
    },
  },
];

function time(text: string): Date {
  const at = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw validationFailed([{ path: 'since', message: 'must be a date or a time, such as 2026-11-15T06:00:00Z' }]);
}

function count(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw validationFailed([{ path: 'confirm', message: 'must be the number of messages' }]);
}
