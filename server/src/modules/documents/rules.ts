import { isInAgentSandbox, type Actor } from '#actor';
import { addressBucket, addressNetwork, isWithin } from '#lib/network/address';
import type { Config, UploadPolicy } from '#platform/config';
import type { Vault } from '#platform/crypto';
import type { ReportReading } from './schemas.ts';

/** Documents an intake may have (D-051). */
export const documentsMax = 10;

/** Whether no field of a report is certain; then neither the sender nor the team may treat it as read. */
export const isNothingRead = ({ fields }: ReportReading): boolean =>
  !Object.values(fields).some(({ confidence }) => confidence === 'high');

/** The client whose uploads are counted together: an agent with a key, an institution, or an address without one. */
export function clientOf(actor: Actor): string {
  // Anyone can have any number of sandbox agents, so their address is what counts.
  if (isInAgentSandbox(actor) && 'address' in actor) return `sandbox/${addressBucket(actor.address)}`;
  if (actor.kind === 'agent') return actor.principalId;
  if (actor.kind === 'staff') return actor.staffId;
  if (actor.kind === 'portal') return actor.institutionId;
  return 'address' in actor ? addressBucket(actor.address) : actor.kind;
}

export type UploadBudget = {
  readonly kind: 'address' | 'network' | 'anonymous' | 'agent' | 'staff' | 'institution' | 'test';
  /** The name under which it is counted; an address is stored as a fingerprint only. */
  readonly name: string;
  readonly mostBytes: number;
};

type Budgets = Pick<Config, 'uploads' | 'sharedRanges'>;

/** The budgets of an upload, in the order in which they are locked: the shared one comes last. */
export function uploadBudgets(actor: Actor, { uploads, sharedRanges }: Budgets, vault: Vault): readonly UploadBudget[] {
  const inSandbox = isInAgentSandbox(actor);
  if (actor.kind === 'agent' && !inSandbox)
    return [{ kind: 'agent', name: `agent/${actor.principalId}`, mostBytes: uploads.agentBytes }];
  // Identified by name, and as busy as an agent at most.
  if (actor.kind === 'staff') return [{ kind: 'staff', name: `staff/${actor.staffId}`, mostBytes: uploads.agentBytes }];
  if (actor.kind === 'portal')
    return [{ kind: 'institution', name: `institution/${actor.institutionId}`, mostBytes: uploads.agentBytes }];
  const address = 'address' in actor ? actor.address : '0.0.0.0';
  const hidden = (bucket: string) => vault.fingerprint(`documents.upload/${bucket}`).toString('hex');
  const front = inSandbox ? 'sandbox/' : '';
  // Sandbox uploads delay no owner, so they have a kind without alarms.
  const kindOf = (kind: UploadBudget['kind']) => (inSandbox ? 'test' : kind);
  const everybody: UploadBudget = {
    kind: kindOf('anonymous'),
    name: `${front}anonymous`,
    mostBytes: uploads.anonymousBytes,
  };
  // Such an address has many clients behind it, most of them honest.
  if (isWithin(sharedRanges, address)) return [everybody];
  return [
    {
      kind: kindOf('address'),
      name: `${front}address/${hidden(addressBucket(address))}`,
      mostBytes: uploads.addressBytes,
    },
    {
      kind: kindOf('network'),
      name: `${front}network/${hidden(addressNetwork(address))}`,
      mostBytes: uploads.networkBytes,
    },
    everybody,
  ];
}

/** The UTC day of a time. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const dayS = 86_400;

/** Whole seconds until the next UTC day, at least 1. */
export const secondsLeftOfDay = (at: Date): number => Math.ceil(dayS - ((at.getTime() / 1000) % dayS));

const dayMs = dayS * 1000;

/** Files uploaded before this time are checked. */
export const reviewBefore = (now: Date, { unprovenDays }: Pick<UploadPolicy, 'unprovenDays'>): Date =>
  new Date(now.getTime() - unprovenDays * dayMs);
