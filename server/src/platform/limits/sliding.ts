import type { Redis, Result } from 'ioredis';
import { prepared, type Db } from '#platform/db';

/** A call to be counted among its client's calls of the last `windowMs`. */
type SlidingCall = {
  readonly client: string;
  readonly atMs: number;
  readonly windowMs: number;
  readonly most: number;
};

/** Counts a call and returns 0, or the milliseconds until it would be allowed; one round trip to the store. */
export type ConsumeSliding = (call: SlidingCall) => Promise<number>;

const takeCall = prepared<[caller: string, atMs: number, windowMs: number, most: number], { wait_ms: string }>(
  'limits.consume-sliding',
  'select platform.take_call($1, $2, $3, $4) as wait_ms',
);

export const slidingInPostgres =
  (db: Db): ConsumeSliding =>
  async ({ client, atMs, windowMs, most }) =>
    Number((await db.find(takeCall(client, atMs, windowMs, most)))?.wait_ms);

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeCall(key: string, atMs: number, windowMs: number, most: number): Result<number, Context>;
  }
}

/** The same algorithm as platform.take_call; the state is a list of pairs, oldest first. */
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
  if total >= most then return held[slice][1] + window - now end
end
if oldest <= #held and math.floor(held[#held][1] / slice_ms) == math.floor(now / slice_ms) then
  held[#held] = { now, held[#held][2] + 1 }
else
  held[#held + 1] = { now, 1 }
end
redis.call('SET', KEYS[1], cmsgpack.pack({ unpack(held, oldest) }), 'PX', window)
return 0`;

export function slidingInRedis(redis: Redis): ConsumeSliding {
  redis.defineCommand('takeCall', { numberOfKeys: 1, lua: script });
  return ({ client, atMs, windowMs, most }) => redis.takeCall(client, atMs, windowMs, most);
}
