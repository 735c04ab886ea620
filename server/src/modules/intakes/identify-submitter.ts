import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';

export type Submitter = {
  readonly principalId: string | undefined;
  /** Fingerprints of the address of a client without a key, under every key of the ring; the first is stored. */
  readonly submitterHashes: Buffer[];
};

/** The submitter: an agent by its key, otherwise all clients with the same address or the same IPv6 /64 (D-031). */
export function identifySubmitter({ actor, vault }: Pick<Ctx, 'actor' | 'vault'>): Submitter {
  if (actor.kind === 'agent') return { principalId: actor.principalId, submitterHashes: [] };
  const submitterHashes =
    actor.kind === 'anonymous' ? vault.fingerprints(`address/${addressBucket(actor.address)}`) : [];
  return { principalId: undefined, submitterHashes };
}
