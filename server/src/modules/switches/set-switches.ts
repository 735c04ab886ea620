import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { featureNames, openByDefault, programNames, type SwitchName } from './rules.ts';
import type { Switches, SwitchesPatch } from './schemas.ts';
import { listSwitches, upsertSwitch } from './store.ts';

/** Opens and closes what the patch names; answers with the state of everything. */
export async function setSwitches(ctx: Ctx, patch: SwitchesPatch): Promise<Switches> {
  const { staffId } = requireStaff(ctx.actor);
  const { features, ...programs } = patch;
  const changes = Object.entries({ ...programs, ...features });
  await transact(ctx, async (tx) => {
    for (const [name, open] of changes) upsertSwitch(tx.db, { name, open, now: tx.clock.now(), staffId });
  });
  return getSwitches(ctx);
}

export async function getSwitches(ctx: Ctx): Promise<Switches> {
  requireStaff(ctx.actor);
  const set = new Map((await listSwitches(ctx.db)).map(({ name, open }) => [name, open]));
  const state = <N extends SwitchName>(names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, set.get(name) ?? openByDefault(ctx.config, name)])) as Record<
      N,
      boolean
    >;
  return { ...state(programNames), features: state(featureNames) };
}
