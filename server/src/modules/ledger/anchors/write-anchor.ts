import type { Ctx } from '#context';
import { getTrailAnchor, isOnTrail } from '../audit/verify-chain.ts';
import { getLedgerAnchor, isOnLedger } from '../consent/verify-consent.ts';
import type { AnchorConfig, Secret } from '#platform/config';
import { createOutside, type Outside } from './anchors.ts';
import { follows, isDue, isLost, readAnchor, sha256Of, signAnchor, type Anchor, type StoredAnchor } from './rules.ts';
import { findLast, insertAnchor } from './store.ts';

/** An anchor outside was changed. Nothing is signed until an operator has checked it. */
const anchorBroken = (number: number, problem: string): Error =>
  new Error(`anchor ${number} ${problem}; run makewhole audit verify`);

type Parts = { readonly ctx: Ctx; readonly anchors: AnchorConfig; readonly outside: Outside };

/**
 * Writes this hour's anchor, unless it exists. The files outside decide: an anchor that a dead or another process wrote
 * but did not record is recorded now.
 */
export async function writeAnchor(ctx: Ctx): Promise<'written' | 'not due' | 'not configured'> {
  const { anchors } = ctx.config;
  if (anchors?.key === undefined) return 'not configured';
  const outside = createOutside(anchors);
  try {
    return await writeNext({ ctx, anchors, outside }, anchors.key);
  } finally {
    outside.close();
  }
}

async function writeNext(parts: Parts, key: Secret): Promise<'written' | 'not due'> {
  const { ctx, outside } = parts;
  const last = await findNewest(parts);
  if (last !== undefined && !isLost(parts.anchors, last.number)) await requireHeld(ctx, last);
  const at = ctx.clock.now();
  if (!isDue(last, at)) return 'not due';
  const [audit, consent] = await Promise.all([getTrailAnchor(ctx), getLedgerAnchor(ctx)]);
  const number = (last?.number ?? 0) + 1;
  const anchor: Anchor = { number, at, cell: ctx.config.cell, audit, consent, previous: last?.sha256 ?? null };
  const bytes = signAnchor(anchor, key.reveal());
  // Another process was faster: its anchor is found, and is for this hour.
  if ((await outside.create(number, bytes)) === 'exists') return writeNext(parts, key);
  await insertAnchor(ctx.db, { ...anchor, sha256: sha256Of(bytes) });
  return 'written';
}

/** The last anchor outside, starting from the last recorded one. */
async function findNewest({ ctx, anchors, outside }: Parts): Promise<StoredAnchor | undefined> {
  const noted = await findLast(ctx.db);
  let last: StoredAnchor | undefined;
  if (noted !== undefined) {
    const bytes = await outside.find(noted.number);
    if (bytes === undefined) throw anchorBroken(noted.number, 'was removed');
    last = requireAnchor(bytes, anchors, noted.number);
    if (last.sha256 !== noted.sha256) throw anchorBroken(noted.number, 'was replaced');
  }
  for (;;) {
    const number: number = (last?.number ?? 0) + 1;
    const bytes = await outside.find(number);
    if (bytes === undefined) return last;
    const next = requireAnchor(bytes, anchors, number);
    if (!follows(next, last)) throw anchorBroken(number, 'does not follow the one before it');
    await insertAnchor(ctx.db, next);
    last = next;
  }
}

function requireAnchor(bytes: Buffer, { publicKeys }: AnchorConfig, number: number): StoredAnchor {
  const reading = readAnchor(bytes, publicKeys);
  if ('problem' in reading) throw anchorBroken(number, reading.problem);
  return reading.anchor;
}

/** Both chains still contain the positions signed last: a rewritten chain is detected within the hour. */
async function requireHeld(ctx: Ctx, { number, audit, consent }: StoredAnchor): Promise<void> {
  const [onTrail, onLedger] = await Promise.all([isOnTrail(ctx, audit), isOnLedger(ctx, consent)]);
  if (!onTrail) throw anchorBroken(number, 'names a row that the audit trail no longer has');
  if (!onLedger) throw anchorBroken(number, 'names an entry that the consent ledger no longer has');
}
