// All attacks, and those of a run in CI.
import { readFileSync } from 'node:fs';
import { inlineReferences } from '@makewhole/server/test/http/inline-references.ts';
import { exampleOf } from '@makewhole/server/test/tenancy/example-of.ts';
import { repositoryRoot } from '#bench/service/service';
import {
  type AttackTable,
  type AttackWorld,
  type Shot,
  type Shots,
  asPartner,
  asStaff,
  asUser,
  json,
  pumped,
} from './attack.ts';
import { bodyAttacks } from './bodies.ts';
import { documentAttacks } from './documents.ts';
import { messageAttacks, pasteAttacks } from './messages.ts';
import { tableAttacks } from './tables.ts';

export type Attack = { readonly name: string; readonly shots: Shots };

type Operation = {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
type Schema = {
  readonly type?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** The text fields of a body, and their maximum lengths. */
function listTexts(schema: Schema, path: readonly string[] = []): { path: readonly string[]; longest: number }[] {
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, member]) => listTexts(member, [...path, name]));
  if (schema.type === 'array' && schema.items !== undefined) return listTexts(schema.items, [...path, '0']);
  return schema.type === 'string' ? [{ path, longest: schema.maxLength ?? 4096 }] : [];
}

function withText(body: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  const under = (member: unknown) => withText(member, rest, text);
  if (name === '0') return [under((body as unknown[] | undefined)?.[0])];
  const object = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return { ...object, [name]: under(object[name]) };
}

/**
 * Each text field of each body and query of an interface, one at a time, filled with each unit to its maximum length.
 */
const everyText =
  (name: string, as: (world: AttackWorld) => Record<string, string>): Shots =>
  (world, most) => {
    const { paths } = inlineReferences(JSON.parse(readFileSync(`${repositoryRoot}openapi/${name}.json`, 'utf8'))) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const makers: (() => Shot)[] = [];
    for (const [template, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        // Skips operations that end the attacker's own session or stream without end.
        if (operation.operationId === undefined || /stream|session/i.test(template)) continue;
        const path = template
          .replace('{institution_id}', world.institutionId)
          .replace('{mode}', 'test')
          .replaceAll(/\{\w+\}/g, 'x_000000000000000000000000');
        const shot = (query: string, body?: unknown): Shot => ({
          kind: 'http',
          method: method.toUpperCase(),
          path: path + query,
          headers: { ...json, ...as(world) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const schema = operation.requestBody?.content['application/json']?.schema;
        for (const { path: at, longest } of schema === undefined ? [] : listTexts(schema))
          for (const text of pumped(Math.min(longest, 60_000)))
            makers.push(() => shot('', withText(exampleOf(schema), at, text)));
        for (const { in: place, name: member, schema: text } of operation.parameters ?? [])
          if (place === 'query')
            for (const value of pumped(Math.min(text?.maxLength ?? 1000, 1000)))
              makers.push(() => shot(`?${member}=${encodeURIComponent(value)}`));
      }
    const every = Math.max(1, Math.ceil(makers.length / most));
    return makers.filter((_, index) => index % every === 0);
  };

/** Each text field at its maximum length, filled with each unit. */
const textAttacks: AttackTable = {
  'every text of agents': everyText('agent', () => ({})),
  'every text of partners': everyText('partner', asPartner),
  'every text of the portal': everyText('portal', asUser),
  'every text of the team': everyText('staff', asStaff),
};

const tables = [documentAttacks, pasteAttacks, tableAttacks, messageAttacks, bodyAttacks, textAttacks];
export const attacks: readonly Attack[] = tables.flatMap((table) =>
  Object.entries(table).map(([name, shots]) => ({ name, shots })),
);

/** For each parser, the input found to be the worst. */
export const smokeAttacks: ReadonlySet<string> = new Set([
  'pdf blanks',
  'doctor newlines',
  'xlsx texts',
  'xlsx cells',
  'csv line',
  'text newlines',
  'mail lines',
  'mail html',
  'json members',
  'every text of the portal',
]);
