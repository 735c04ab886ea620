import { findZip } from '#modules/market';
import { callContactOf } from '../rules.ts';

/** Where the claim is, by two letters, as the team or the institution said it. */
export function findClaimState(referral: Parameters<typeof callContactOf>[0]): string | undefined {
  const { state, zip } = callContactOf(referral);
  return state?.toUpperCase() ?? (zip === undefined ? undefined : findZip(zip)?.state);
}
