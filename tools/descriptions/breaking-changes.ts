// Compares an API description with the released one, and finds changes that break a client.
import { inlineReferences } from '../../server/test/http/inline-references.ts';

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly [bound: string]: unknown;
};
type Media = { readonly schema?: Schema };
type Content = { readonly content?: Readonly<Record<string, Media>>; readonly required?: boolean };
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: Schema };
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
};
type Methods = Readonly<Record<string, Operation>>;
type Description = {
  readonly paths: Readonly<Record<string, Methods>>;
  readonly webhooks?: Readonly<Record<string, Methods>>;
};

/**
 * Which side creates a value. The client sends requests and receives responses, and neither may become narrower for
 * it.
 */
type Way = 'request' | 'answer';
/** The place in the description, and the side that creates the value there. */
type Place = { readonly where: string; readonly way: Way };

/** A sentence for each change that breaks a client of the released description. */
export function findBreakingChanges(released: object, current: object): string[] {
  const [before, after] = [inlineReferences(released) as Description, inlineReferences(current) as Description];
  const hooks = (one: Description) => operationsOf(one.webhooks ?? {});
  return [
    ...compareOperations(operationsOf(before.paths), operationsOf(after.paths), 'request'),
    // We send these, so the request is what the receiver reads, like a response.
    ...compareOperations(hooks(before), hooks(after), 'answer'),
  ];
}

const operationsOf = (paths: Readonly<Record<string, Methods>>): Map<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const),
    ),
  );

function compareOperations(before: Map<string, Operation>, after: Map<string, Operation>, sent: Way): string[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name);
    if (now === undefined) return [`${name} was removed.`];
    return [
      ...(now.operationId === old.operationId ? [] : [`${name} is no longer called ${old.operationId}.`]),
      ...compareSecurity(name, old, now),
      ...compareParameters(name, old, now),
      ...compareContent({ where: `${name} request`, way: sent }, old.requestBody, now.requestBody),
      ...compareAnswers(name, old, now),
    ];
  });
}

function compareSecurity(name: string, old: Operation, now: Operation): string[] {
  const ways = ({ security = [] }: Operation) => security.map((one) => Object.keys(one).toSorted().join(' and '));
  const kept = new Set(ways(now));
  const lost = ways(old).filter((way) => !kept.has(way));
  if (ways(old).length === 0 && kept.size > 0 && !kept.has('')) return [`${name} now needs a credential.`];
  return lost.map((way) => `${name} no longer accepts ${way === '' ? 'requests without a credential' : way}.`);
}

function compareParameters(name: string, old: Operation, now: Operation): string[] {
  const key = (one: Parameter) => `${one.in} ${one.name}`;
  const [before, after] = [old, now].map(({ parameters = [] }) => new Map(parameters.map((one) => [key(one), one])));
  const removed = [...(before?.keys() ?? [])].filter((one) => after?.has(one) !== true);
  return [
    ...removed.map((one) => `${name} no longer has the parameter ${one}.`),
    ...[...(after ?? [])].flatMap(([one, parameter]) => {
      const known = before?.get(one);
      if (parameter.required === true && known?.required !== true)
        return [`${name} now requires the parameter ${one}.`];
      return known === undefined
        ? []
        : compareSchemas({ where: `${name} ${one}`, way: 'request' }, known.schema, parameter.schema);
    }),
  ];
}

function compareAnswers(name: string, old: Operation, now: Operation): string[] {
  return Object.entries(old.responses ?? {}).flatMap(([status, response]) => {
    const same = now.responses?.[status];
    if (same === undefined) return [`${name} no longer answers ${status}.`];
    return compareContent({ where: `${name} ${status}`, way: 'answer' }, response, same);
  });
}

function compareContent({ where, way }: Place, old: Content | undefined, now: Content | undefined): string[] {
  const needed = way === 'request' && now?.required === true && old?.required !== true;
  return [
    ...(needed ? [`${where} now needs a body.`] : []),
    ...Object.entries(old?.content ?? {}).flatMap(([type, { schema }]) => {
      const same = now?.content?.[type];
      return same === undefined
        ? [`${where} is no longer ${type}.`]
        : compareSchemas({ where, way }, schema, same.schema);
    }),
  ];
}

/** Bounds by the direction in which they become narrower. */
const lower = ['minimum', 'minLength', 'minItems', 'minProperties'];
const upper = ['maximum', 'maxLength', 'maxItems'];

function compareSchemas({ where, way }: Place, old: Schema = {}, now: Schema = {}): string[] {
  const at = { where, way };
  const [before, after] = [flatten(old), flatten(now)];
  const [forms, formsNow] = [formsOf(old), formsOf(now)];
  if (forms.length > 1 || formsNow.length > 1) return compareForms(at, forms, formsNow);
  return [
    ...compareValues(at, before, after),
    ...compareBounds(at, before, after),
    ...compareMembers(at, before, after),
    ...(before.items === undefined ? [] : compareSchemas({ where: `${where}[]`, way }, before.items, after.items)),
  ];
}

type Flat = Schema & { readonly forms: readonly Schema[] };

/** One schema of all constraints that apply together, and its alternative forms. */
function flatten(schema: Schema): Flat {
  const { allOf, anyOf, oneOf, ...rest } = schema;
  const merged = (allOf ?? []).map(flatten).reduce<Schema>(
    (all, part) => ({
      ...all,
      ...part,
      properties: { ...all.properties, ...part.properties },
      required: [...(all.required ?? []), ...(part.required ?? [])],
    }),
    rest,
  );
  return { ...merged, forms: anyOf ?? oneOf ?? [] };
}

/** The alternatives; a schema without alternatives is its own only form. */
function formsOf(schema: Schema): readonly Schema[] {
  const { forms } = flatten(schema);
  return forms.length === 0 ? [schema] : forms;
}

/** The literals by which a form is recognised. */
function literalsOf(form: Schema): readonly unknown[] {
  const { properties = {} } = flatten(form);
  return ['type', 'code', 'object'].flatMap((name) => properties[name]?.const ?? []);
}

/** What distinguishes a form from its siblings: its literals, or its type. */
function formKey(form: Schema): string {
  const { type, format } = flatten(form);
  const literals = literalsOf(form);
  return literals.length > 0 ? literals.join(' ') : `${type ?? 'any'}${format === undefined ? '' : ` (${format})`}`;
}

function compareForms({ where, way }: Place, old: readonly Schema[], now: readonly Schema[]): string[] {
  const [before, after] = [old, now].map((forms) => new Map(forms.map((form) => [formKey(form), form])));
  const lost = [...(before?.keys() ?? [])].filter((key) => after?.has(key) !== true);
  // The contract announces that new event types and error codes may appear; a null or another type is not announced.
  const added = [...(after ?? [])].filter(([key, form]) => before?.has(key) !== true && literalsOf(form).length === 0);
  return [
    ...lost.filter(() => way === 'request').map((key) => `${where} no longer accepts ${key}.`),
    ...added.filter(() => way === 'answer').map(([key]) => `${where} can now be ${key}.`),
    ...[...(before ?? [])].flatMap(([key, form]) => {
      const same = after?.get(key);
      return same === undefined ? [] : compareSchemas({ where: `${where} (${key})`, way }, form, same);
    }),
  ];
}

function compareValues({ where, way }: Place, old: Schema, now: Schema): string[] {
  if (old.type !== now.type) return [`${where} was ${old.type ?? 'anything'} and is ${now.type ?? 'anything'}.`];
  const formats =
    old.format !== now.format
      ? [`${where} had the format ${old.format ?? 'none'} and has ${now.format ?? 'none'}.`]
      : [];
  const patterns =
    way === 'request' && now.pattern !== old.pattern && now.pattern !== undefined
      ? [`${where} has another pattern.`]
      : [];
  const values = ({ const: only, enum: several }: Schema) => (only === undefined ? several : [only]);
  const [known, allowed] = [values(old), values(now)];
  const lost = allowed === undefined ? [] : (known ?? []).filter((value) => !allowed.includes(value));
  const narrowed = known === undefined && allowed !== undefined && way === 'request';
  return [
    ...formats,
    ...patterns,
    ...(narrowed ? [`${where} is now limited to ${allowed.join(', ')}.`] : []),
    ...lost.map((value) => `${where} no longer has the value ${String(value)}.`),
  ];
}

function compareBounds({ where, way }: Place, old: Schema, now: Schema): string[] {
  if (way === 'answer') return [];
  const value = (schema: Schema, bound: string, none: number) => Number(schema[bound] ?? none);
  return [
    ...lower.filter((bound) => value(now, bound, -Infinity) > value(old, bound, -Infinity)),
    ...upper.filter((bound) => value(now, bound, Infinity) < value(old, bound, Infinity)),
  ].map((bound) => `${where} has a narrower ${bound}.`);
}

function compareMembers({ where, way }: Place, old: Schema, now: Schema): string[] {
  const [needed, neededNow] = [new Set(old.required), new Set(now.required)];
  const members = Object.entries(old.properties ?? {}).flatMap(([name, member]) => {
    const same = now.properties?.[name];
    if (same === undefined) return [`${where} no longer has ${name}.`];
    return compareSchemas({ where: `${where}.${name}`, way }, member, same);
  });
  const demanded = [...neededNow].filter((name) => !needed.has(name)).map((name) => `${where} now requires ${name}.`);
  const optional = [...needed]
    .filter((name) => !neededNow.has(name) && now.properties?.[name] !== undefined)
    .map((name) => `${where} no longer always has ${name}.`);
  return [...members, ...(way === 'request' ? demanded : optional)];
}
