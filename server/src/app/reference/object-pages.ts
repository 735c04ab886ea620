import type { Schema } from '#app/openapi/document-types';
import type { Interface } from './interface.ts';
import { joinParts, toCode, toSentence, toText } from './markdown-text.ts';
import { memberTable } from './member-table.ts';
import { callsOf } from './operation-pages.ts';
import type { PageSource } from './page-source.ts';
import { limitWords, nameOfReference } from './schema-messages.ts';

/** Nested members have their own pages, so one level is enough. */
const depth = 1;

/** The groups of the list of objects. */
export function kindOf(name: string): 'Objects' | 'Events' | 'Errors' {
  if (/(?:Problem|Error|AgreementOutdated|CodeRefused|SignatureHint|Issue)$/.test(name) && !name.includes('Row'))
    return 'Errors';
  return name.endsWith('Event') || name.startsWith('Thin') ? 'Events' : 'Objects';
}

/** The meaning of a schema, without response sentences, which do not describe it. */
const meaningOf = ({ description = '' }: Schema): string =>
  /^(?:Success|Created|Accepted)\b/.test(description) ? '' : toSentence(description);

const apis: Readonly<Record<Interface['section'], string>> = {
  agent: 'agent API',
  'agent-sandbox': 'agents’ sandbox',
  gap: 'partner API',
};

/** A page for each named schema. */
export function objectPages(about: Interface): PageSource[] {
  const uses = findUses(about);
  return Object.entries(about.document.components.schemas ?? {}).map(([name, schema], order) => ({
    path: `${about.objects}/${name}`,
    title: name,
    description: meaningOf(schema) || `Every member of ${name} in the ${apis[about.section]}.`,
    section: about.section,
    order: 1000 + order,
    group: kindOf(name),
    markdown: () => objectText(name, { schema, uses }, about),
  }));
}

type Shown = { readonly schema: Schema; readonly uses: Uses };

function objectText(name: string, { schema, uses }: Shown, about: Interface): string {
  const { objects, document } = about;
  const limits = limitWords(schema);
  return joinParts([
    `# ${name}`,
    toText(meaningOf(schema)),
    schema.properties === undefined && limits.length > 0 ? toSentence(limits.join(', ')) : undefined,
    choices(schema, about),
    memberTable(schema, { objects, schemas: document.components.schemas ?? {}, depth }),
    usesText(name, uses, about),
  ]);
}

/** The schemas of a union, by the value that distinguishes them. */
function choices({ oneOf, discriminator }: Schema, { objects }: Interface): string | undefined {
  if (oneOf === undefined) return undefined;
  const { propertyName = '', mapping = {} } = (discriminator ?? {}) as {
    readonly propertyName?: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  const lines = Object.entries(mapping).map(([value, reference]) => {
    const name = nameOfReference(reference);
    return `- ${toCode(value)}: [${name}](${objects}/${name})`;
  });
  return [`Told apart by ${toCode(propertyName)}:`, '', ...lines].join('\n');
}

type Uses = {
  readonly operations: ReadonlyMap<string, readonly string[]>;
  readonly holders: ReadonlyMap<string, readonly string[]>;
};

/** The users of each named schema. */
function findUses({ document }: Interface): Uses {
  const [operations, holders] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const note = (found: Map<string, string[]>, by: string, where: unknown): void => {
    const names = JSON.stringify(where).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const name of new Set([...names].map(([, each = '']) => each)))
      if (name !== by) found.set(name, [...(found.get(name) ?? []), by]);
  };
  for (const { operation } of callsOf(document))
    note(operations, operation.operationId, [operation.requestBody ?? null, operation.responses]);
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) note(holders, name, schema);
  return { operations, holders };
}

/** The operations whose bodies or responses are or contain this object, and the objects that contain it. */
function usesText(
  name: string,
  { operations, holders }: Uses,
  { document, home, objects }: Interface,
): string | undefined {
  const summaries = new Map(callsOf(document).map(({ operation }) => [operation.operationId, operation.summary]));
  const lines = (operations.get(name) ?? []).map(
    (id) => `- [${toCode(id)}](${home}/operations/${id}): ${toText(summaries.get(id) ?? '')}`,
  );
  const held = (holders.get(name) ?? []).map((holder) => `- [${holder}](${objects}/${holder})`);
  return lines.length + held.length === 0 ? undefined : ['## Where it is used', '', ...lines, ...held].join('\n');
}
