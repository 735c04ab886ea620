import { isInAgentSandbox, type Actor } from '#actor';
import { addressBucket } from '#lib/network/address';

export const allowanceHours = 24;

/** Reads in the sandbox of agents take nothing from what the same client has live. */
export const allowanceName = (address: string, actor: Actor): string =>
  `${isInAgentSandbox(actor) ? 'sandbox/' : ''}market/reads/${addressBucket(address)}`;
