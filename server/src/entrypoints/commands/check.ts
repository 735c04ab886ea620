/** The result of a check; the worst one decides the exit code of `doctor`. */
export type Level = 'ok' | 'warn' | 'fail';

/** The result; with `warn` or `fail` also what to do about it. */
export type Finding = { readonly level: Level; readonly says: string; readonly todo?: string };

export type Check = Finding & { readonly name: string };

export const ok = (says: string): Finding => ({ level: 'ok', says });

/** It works, but deserves attention. */
export const warn = (says: string, todo: string): Finding => ({ level: 'warn', says, todo });

export const fail = (says: string, todo: string): Finding => ({ level: 'fail', says, todo });

/** Fine on a machine for trying things out, but a fault where customers are served. */
export const failInProduction = (production: boolean, says: string, todo: string): Finding =>
  production ? fail(says, todo) : ok(says);

/**
 * Runs one check. A thrown error is a fault described by the error's message; all errors of gateways have our own
 * messages, so no secret is shown.
 */
export async function runCheck(
  name: string,
  question: () => Promise<Finding> | Finding,
  todo = 'see docs/operate/deploy.md',
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
  return message || code || 'does not respond';
};
