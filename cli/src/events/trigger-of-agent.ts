import { callServer } from '../call-server.ts';
import { wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { findNearest } from '../find-command.ts';
import { cleanText, columns, print } from '../print.ts';
import { isTestAgentKey, readSettings, requireAgentKey } from '../settings.ts';
import { agentSteps } from './agent-steps.ts';

type Steps = {
  readonly status: string;
  readonly steps: readonly { readonly step: string; readonly does: string; readonly possible: boolean }[];
};

/**
 * Takes a step for an intake in the agents' sandbox. Without a step it lists the possible ones, without an intake
 * all.
 */
export async function triggerOfAgent(io: Io, given: Given, step: string | undefined): Promise<ExitCode> {
  const { intake } = given.options;
  if (step !== undefined && !Object.hasOwn(agentSteps, step)) throw unknownStep(step);
  if (typeof intake !== 'string') return listSteps(io, given, step);
  const settings = readSettings(io, given);
  const bearer = requireAgentKey(settings);
  if (!isTestAgentKey(bearer))
    throw wrongUse('MAKEWHOLE_AGENT_KEY is a live key. Steps are taken in the sandbox, with a key svc_agent_test_…');
  const path = `/sandbox/api/intakes/${encodeURIComponent(intake)}/steps`;
  const { baseUrl } = settings;
  if (step === undefined) {
    const listed = await callServer<Steps>(io, { baseUrl, bearer, path });
    const possible = listed.steps.filter((one) => one.possible).map((one) => [one.step, one.does]);
    print(io, given, { value: listed, lines: possible.length === 0 ? ['No step is possible.'] : columns(possible) });
    return 0;
  }
  const taken = await callServer<Steps>(io, { baseUrl, bearer, path, method: 'POST', body: { step } });
  print(io, given, {
    value: taken,
    lines: [`Took step ${cleanText(step)}; ${cleanText(intake)} is now ${cleanText(taken.status)}.`],
  });
  return 0;
}

function listSteps(io: Io, given: Given, step: string | undefined): ExitCode {
  if (step !== undefined) throw wrongUse(`Specify the intake: mw trigger ${step} --agent --intake int_…`);
  const steps = Object.entries(agentSteps).map(([name, does]) => ({ step: name, does }));
  print(io, given, {
    value: { steps },
    lines: [
      ...columns(steps.map((one) => [one.step, one.does])),
      '',
      'To take a step: mw trigger <step> --agent --intake int_…',
      'To list the possible steps: mw trigger --agent --intake int_…',
    ],
  });
  return 0;
}

function unknownStep(step: string) {
  const near = findNearest(step, Object.keys(agentSteps));
  const more = near === undefined ? 'See mw trigger --agent.' : `Did you mean ${near}?`;
  return wrongUse(`${cleanText(step)} is not an intake step. ${more}`);
}
