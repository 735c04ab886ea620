import type { Command } from '../command.ts';
import { readCount, readTime } from './read-options.ts';

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
        since: since === undefined ? undefined : readTime('since', since),
        confirm: confirm === undefined ? undefined : readCount('confirm', confirm),
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
