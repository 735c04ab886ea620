import { callPortal } from '../call-portal.ts';
import { CommandFailed, wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { findNearest } from '../find-command.ts';
import { cleanText, print } from '../print.ts';
import { readSettings, type Settings } from '../settings.ts';
import { agentSteps } from './agent-steps.ts';
import { triggerOfAgent } from './trigger-of-agent.ts';
import { notTriggered, triggerPlans, type TriggerPlan } from './trigger-plans.ts';

/**
 * Causes an event as the borrower, the team or time would. The event is real, so it also arrives at your endpoints.
 */
export async function trigger(io: Io, given: Given): Promise<ExitCode> {
  const [type] = given.arguments;
  const { options } = given;
  if (options['agent'] === true) return triggerOfAgent(io, given, type);
  if (options['intake'] !== undefined)
    throw wrongUse('--intake is only for your agent’s intakes: add --agent, or leave it out.');
  if (type === undefined) {
    const types = Object.keys(triggerPlans);
    const more = 'Intake steps in the agent sandbox: mw trigger --agent';
    print(io, given, { value: { types }, lines: [...types, '', more] });
    return 0;
  }
  const [plan, never] = [findOwn(triggerPlans, type), findOwn(notTriggered, type)];
  if (never !== undefined) throw new CommandFailed(1, never);
  if (plan === undefined) throw unknownType(type);
  const settings = readSettings(io, given);
  const id = await run(io, settings, plan);
  print(io, given, {
    value: { type, object_id: id },
    lines: [`${type} was triggered on the synthetic ${plan.kind.slice(0, -1)} ${cleanText(id)}.`],
  });
  return 0;
}

/** Every object inherits members such as `constructor`, which are not types. */
const findOwn = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

function unknownType(type: string) {
  if (Object.hasOwn(agentSteps, type))
    return wrongUse(`${type} is a step in the agent sandbox: mw trigger ${type} --agent --intake int_…`);
  const near = findNearest(type, Object.keys(triggerPlans));
  const more = near === undefined ? 'See mw trigger.' : `Did you mean ${near}?`;
  return wrongUse(`${cleanText(type)} is not a type you can trigger. ${more}`);
}

const firstOutcomes = { referrals: 'invited', enrollments: 'active' } as const;

async function run(io: Io, settings: Settings, { kind, steps }: TriggerPlan): Promise<string> {
  const call = (path: string, body: unknown) =>
    callPortal<{ readonly id: string }>(io, settings, { path, method: 'POST', body });
  const { id } = await call(`/sandbox/samples/${kind}`, { outcome: firstOutcomes[kind] });
  for (const step of steps) await call(`/sandbox/${kind}/${encodeURIComponent(id)}/simulate`, { step });
  return id;
}
