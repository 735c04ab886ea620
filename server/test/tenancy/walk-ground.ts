import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { isNightly } from '#test/runs';
import { givenAgentIntake, givenCallers, type WalkCaller } from './walk-callers.ts';
import { givenRevoked, givenSuspended } from './walk-ended-callers.ts';
import { isAsked, isWalked, pairsOf, type Pair, type Walk } from './walk-pairs.ts';
import { givenIssuerCallers, givenTokenCallers } from './walk-token-callers.ts';
import { givenWalkTenant, idsOf, type Mode, type TenantIds, type WalkTenant } from './walk-world.ts';

/** Two institutions with one object of each kind, and every caller for the first. */
export type Ground = {
  readonly harness: Harness;
  readonly routes: readonly ServedRoute[];
  readonly callers: readonly WalkCaller[];
  readonly walk: Walk;
  readonly canary: string;
  listPairs(): Pair[];
};

/** `prepare` runs first, on the empty database. */
export async function givenGround(prepare = async (_harness: Harness): Promise<unknown> => undefined): Promise<Ground> {
  const limits = { gapRequestsPerMin: 1_000_000, authFailPerMin: 1000, LOG_LEVEL: 'silent' };
  const { started: harness, routes: all } = await collectRoutes(() => startHarness(limits));
  // These limits count by institution: without this, every request after the first sixty would be refused.
  Object.assign(harness.service.ctx.limits, { consume: async () => undefined });
  await prepare(harness);
  const routes = all.filter(isWalked);
  const [own, ownAgent] = [await givenWalkTenant(harness, 'OwnCanary'), await givenAgentIntake(harness, 'OwnCanary')];
  const [foreign, theirAgent] = [
    await givenWalkTenant(harness, 'ForeignCanary'),
    await givenAgentIntake(harness, 'ForeignCanary'),
  ];
  // Created before some of the callers get a role at both.
  const walk = {
    own: await tenantIds(harness, own, ownAgent.intakeId),
    foreign: await tenantIds(harness, foreign, theirAgent.intakeId),
    now: harness.clock.now(),
    everyKind: isNightly,
  };
  const where = { institutionId: own.institutionId, foreignId: foreign.institutionId };
  const callers = [
    ...(await givenCallers(harness, { institutionId: own.institutionId, agentKey: ownAgent.key })),
    ...(await givenTokenCallers(harness, where)),
    ...(await givenIssuerCallers(harness, where)),
    ...(await givenRevoked(harness, own.institutionId)),
    ...(await givenSuspended(harness)),
  ];
  const listPairs = () =>
    routes.flatMap((route) => callers.flatMap((caller) => pairsOf(route, caller, walk))).filter(isAsked);
  return { harness, routes, callers, walk, canary: foreign.canary, listPairs };
}

async function tenantIds(harness: Harness, { institutionId }: WalkTenant, intakeId: string): Promise<TenantIds> {
  const found = await idsOf(harness, institutionId);
  const withIntake = (mode: Mode) => ({ ...found[mode], intake_id: intakeId });
  return { institutionId, ids: { test: withIntake('test'), live: withIntake('live') } };
}
