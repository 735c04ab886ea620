import { parseArgs } from 'node:util';

/** The flags that a tool was called with; any other argument ends it with 2 and the reason. */
export function readFlags<const Name extends string>(...names: Name[]): ReadonlySet<Name> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' } as const]));
  try {
    const { values } = parseArgs({ options });
    return new Set(names.filter((name) => values[name] === true));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
