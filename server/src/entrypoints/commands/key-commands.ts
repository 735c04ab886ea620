import { randomBytes } from 'node:crypto';
import type { KeysStatus, KeyStatus } from '#app/keys/describe-keys';
import type { Command, Outcome } from '../command.ts';

/** Manages the life of DATA_KEY from the command line. No command shows a key that is in use. */
export const keyCommands: readonly Command[] = [
  {
    name: 'keys new',
    about: 'Print a new key for DATA_KEY. Nothing is stored',
    options: [],
    alone() {
      const key = randomBytes(32).toString('base64');
      return { ok: true, result: { key }, lines: [key] };
    },
  },
  {
    name: 'keys status',
    about: 'Show which keys the database still needs, by column, which processes have them, and which can be removed',
    options: [],
    anyClock: true,
    anyKeys: true,
    async run(ctx) {
      const { describeKeys } = await import('#app/keys/describe-keys');
      return toOutcome(await describeKeys(ctx));
    },
  },
  {
    name: 'keys reencrypt',
    about:
      'Re-encrypt all data with the first key in DATA_KEY, and recompute the fingerprints of known contacts. Safe to interrupt and rerun',
    options: [],
    operation: 'access.reseal-keys',
    async run(ctx) {
      const { findResealProblem, reseal } = await import('#app/keys/reseal');
      const problem = await findResealProblem(ctx);
      if (problem !== undefined) return { ok: false, result: { problem }, lines: [problem] };
      const { renewContacts } = await import('#app/keys/renew-contacts');
      const columns = await reseal(ctx);
      const contacts = await renewContacts(ctx);
      const sum = (what: 'reencrypted' | 'fingerprints' | 'passedOver' | 'unreadable') =>
        columns.reduce((total, one) => total + one[what], 0);
      const [reencrypted, fingerprints, left, unreadable] = [
        sum('reencrypted'),
        sum('fingerprints'),
        sum('passedOver') + contacts.passedOver,
        sum('unreadable'),
      ];
      return {
        ok: left === 0 && unreadable === 0,
        result: { reencrypted, fingerprints: fingerprints + contacts.renewed, left, unreadable, columns, contacts },
        lines: [
          ...columns.map((one) => `${one.table}.${one.column}: ${one.reencrypted} reencrypted${describeRest(one)}`),
          `fingerprints of ${contacts.contacts} known contacts: ${contacts.renewed} recomputed`,
          `${reencrypted} reencrypted, ${fingerprints + contacts.renewed} fingerprints recomputed, ${left} left, ${unreadable} unreadable`,
          ...(left > 0 ? ['Some rows were in use. Run the command again.'] : []),
        ],
      };
    },
  },
];

const describeRest = ({ passedOver, unreadable }: { passedOver: number; unreadable: number }): string =>
  [passedOver > 0 ? `, ${passedOver} left` : '', unreadable > 0 ? `, ${unreadable} UNREADABLE` : ''].join('');

function toOutcome({ keys, processes }: KeysStatus): Outcome {
  const ok = keys.every(({ verdict }) => !verdict.startsWith('MISSING'));
  return {
    ok,
    result: { ok, processes, keys },
    lines: keys.flatMap((key) => describeKey(key, processes)),
  };
}

const describeKey = (key: KeyStatus, processes: number): string[] => [
  `${key.id} (${key.form}): ${key.verdict}`,
  `  ${key.processes} of ${processes} processes have this key, ${key.writing} write with it${
    key.lastWrittenAt === undefined ? '' : `; last written ${key.lastWrittenAt.toISOString()}`
  }`,
  ...key.needs.map(describeNeed),
];

const describeNeed = ({ table, column, kind, count, lastUse }: KeyStatus['needs'][number]): string =>
  `  ${kind} ${table}.${column}: ${count}${lastUse === undefined ? '' : `, last use ${lastUse.toISOString()}`}`;
