// One simulated day of attackers and honest customers, and the faults that are injected into the service's source
// when it
// is loaded, to check that a day with them exceeds a threshold.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Given, Instrument, RunStack } from '#bench/instrument';
import { conclude, keeps, printTable } from '#bench/report';
import { repositoryRoot } from '#bench/service/service';

type Edit = {
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs there exactly once, which faults.test.ts checks. */
  readonly find: string;
  readonly replace: string;
};

type Injected = {
  readonly edits: readonly Edit[];
  /** The threshold that must catch it, by the beginning of its name. */
  readonly caughtBy: string;
};

const modules = 'server/src/modules';

const injected = {
  'budget-not-counted': {
    caughtBy: 'texts',
    edits: [
      {
        file: `${modules}/customers/budgets/budgets.ts`,
        find: 'scopes: scopes.map(({ name }) => name),',
        replace: 'scopes: scopes.map(({ name }) => `${name}/${Math.random()}`),',
      },
    ],
  },
  'canonical-mailbox-off': {
    caughtBy: 'mails to a mailbox',
    edits: [
      {
        file: `${modules}/customers/contacts/recipient-rules.ts`,
        find: '`recipient/email/${canonicalMailbox(to)}`',
        replace: '`recipient/email/${to}`',
      },
    ],
  },
  'cap-per-case': {
    caughtBy: 'call offers of a number',
    edits: [
      {
        file: `${modules}/consultations/number-store.ts`,
        find: '`(select ${cappedUntil} > ${now} or',
        replace: '`(select (${cappedUntil} > ${now} and c.attempts >= k.per_24h) or',
      },
      {
        file: `${modules}/consultations/queue/claim-next.ts`,
        find: 'tx.clock.now()) !== undefined;',
        replace: 'tx.clock.now()) !== undefined && row.attempts >= 3;',
      },
      {
        file: `${modules}/consultations/queue/queue-numbers.ts`,
        find: 'const capped = same ?',
        replace: 'const capped = same || row.attempts < 3 ?',
      },
    ],
  },
  'shared-token': {
    caughtBy: 'forged answers that count as proven',
    edits: [
      {
        file: `${modules}/intakes/link-store.ts`,
        find: "select 'relayed' as via, link_hash as hash, null as contact",
        replace: "select 'email' as via, link_hash as hash, email as contact",
      },
    ],
  },
  'window-ignored': {
    caughtBy: 'texts outside hours',
    edits: [
      {
        file: `${modules}/customers/messages/attempt-message.ts`,
        find: "if (opening > now) return { kind: 'held'",
        replace: "if (opening > lastUse) return { kind: 'held'",
      },
    ],
  },
} as const satisfies Record<string, Injected>;

type Fault = keyof typeof injected;
const faults = Object.keys(injected) as Fault[];

/** Modules loaded from here on have the fault. Call the returned function when all are loaded. */
function injectFault(inject: Fault): () => void {
  const edits: readonly Edit[] = injected[inject].edits;
  const open = new Map(edits.map((edit) => [pathToFileURL(`${repositoryRoot}${edit.file}`).href, edit]));
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const edit = open.get(url);
      if (edit === undefined) return loaded;
      const source = String(loaded.source);
      if (source.split(edit.find).length !== 2) throw new Error(`${edit.file} does not have once: ${edit.find}`);
      open.delete(url);
      return { ...loaded, source: source.replace(edit.find, () => edit.replace) };
    },
  });
  return () => {
    if (open.size > 0) throw new Error(`not loaded: ${[...open.values()].map(({ file }) => file).join(', ')}`);
  };
}

async function spendDay(closing: RunStack, given: Given<Fault>): Promise<boolean> {
  const { seed, size, inject } = given;
  const checkInjected = inject === undefined ? () => undefined : injectFault(inject);
  // Loaded only now, so that an injected fault is in it.
  const { runDay } = await import('./play-day.ts');
  checkInjected();
  const { figures, checks, rows } = await runDay(closing, { size, seed });
  printTable(rows);
  console.log(`seed ${seed}, size ${size}: one simulated day`);
  const ok = conclude({ abuse: 'day', seed, size, inject: inject ?? null, ...figures }, checks);
  if (inject === undefined) return ok;
  const { caughtBy } = injected[inject];
  return checks.some((check) => check.name.startsWith(caughtBy) && !keeps(check));
}

export const instrument: Instrument<Fault> = { faults, run: spendDay };
