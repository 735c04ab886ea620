import type { Redis, Result } from 'ioredis';
import { prepared } from '#platform/db';
import type { SlidingCall, Taken } from './sliding-rules.ts';

/** Counts a call if it fits; one round trip to the store. */
export type ConsumeSliding = (call: SlidingCall) => Promise<Taken>;

export type TakenRow = { readonly wait_ms: string; readonly remaining: string; readonly reset_ms: string };

export const takeCall = prepared<[caller: string, atMs: number, windowMs: number, most: number], TakenRow>(
  'limits.consume-sliding',
  'select wait_ms, remaining, reset_ms from platform.count_call($1, $2, $3, $4)',
);

export const toTaken = (row: TakenRow | undefined): Taken => ({
  waitMs: Number(row?.wait_ms),
  remaining: Number(row?.remaining),
  resetMs: Number(row?.reset_ms),
});

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeCall(key: string, atMs: number, windowMs: number, most: number): Result<[number, number, number], Context>;
  }
}

/** The same algorithm as platform.count_call; the state is a list of pairs, oldest first. */
const script = `
local window, most = tonumber(ARGV[2]), tonumber(ARGV[3])
local slice_ms = math.max(1, math.floor(window / 60))
local kept = redis.call('GET', KEYS[1])
local held = kept and cmsgpack.unpack(kept) or {}
local now = tonumber(ARGV[1])
if #held > 0 and held[#held][1] > now + window then held = {} end
if #held > 0 then now = math.max(now, held[#held][1]) end
local oldest, total = #held + 1, 0
for slice = #held, 1, -1 do
  if held[slice][1] <= now - window then break end
  oldest = slice
  total = total + held[slice][2]
  if total >= most then
    local wait = held[slice][1] + window - now
    return { wait, 0, wait }
  end
end
if oldest <= #held and math.floor(held[#held][1] / slice_ms) == math.floor(now / slice_ms) then
  held[#held] = { now, held[#held][2] + 1 }
else
  held[#held + 1] = { now, 1 }
end
redis.call('SET', KEYS[1], cmsgpack.pack({ unpack(held, oldest) }), 'PX', window)
return { 0, most - total - 1, held[oldest][1] + window - now }`;

export function slidingInRedis(redis: Redis): ConsumeSliding {
  redis.defineCommand('takeCall', { numberOfKeys: 1, lua: script });
  return async ({ client, atMs, windowMs, most }) => {
    const [waitMs, remaining, resetMs] = await redis.takeCall(client, atMs, windowMs, most);
    return { waitMs, remaining, resetMs };
  };
}
