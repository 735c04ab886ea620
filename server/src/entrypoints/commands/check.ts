/** What a check came to; the worst of all is what `doctor` ends with. */
export type Level = 'ok' | 'warn' | 'fail';

/** What was found; with `warn` or `fail` also what to do about it. */
export type Finding = { readonly level: Level; readonly says: string; readonly todo?: string };

export type Check = Finding & { readonly name: string };

export const ok = (says: string): Finding => ({ level: 'ok', says });

/** It works, and somebody should know. */
export const warn = (says: string, todo: string): Finding => ({ level: 'warn', says, todo });

export const fail = (says: string, todo: string): Finding => ({ level: 'fail', says, todo });

/** What is fine on a machine for trying things out, and is looked at where customers are served. */
export const failInProduction = (production: boolean, says: string, todo: string): Finding =>
  production ? fail(says, todo) : ok(says);

/**
 * One question. What it throws is a fault whose sentence is the error's; every error that can come from a gateway is a
 * sentence of ours, so no secret is shown.
 */
export async function runCheck(
  name: string,
  question: () => Promise<Finding> | Finding,
  todo = 'see docs/operations.md',
): Promise<Check> {
  try {
    return { name, ...(await question()) };
  } catch (error) {
    return { name, ...fail(describe(error), todo) };
  }
}

/** A refused connection to several addresses has an empty message. */
const describe = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'does not answer';
};
