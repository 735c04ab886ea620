import type { Tx } from '#context';
import type { NextCall } from './schemas.ts';

type NoNextCall = { readonly opensAt: Date | undefined; readonly reason: NonNullable<NextCall['reason']> };

export const toNoNextCall = (tx: Tx, { opensAt, reason }: NoNextCall): NextCall => ({
  none: true,
  consultation: null,
  phone: null,
  why: [],
  attempts: null,
  callback_at: null,
  lease_until: null,
  local_time: null,
  rule_version: tx.config.callingHours.version,
  may_call: false,
  opens_at: opensAt?.toISOString() ?? null,
  reason,
});
