import type { Document, Media, Operation, Parameter, Response } from '#app/openapi/document-types';
import type { Interface } from './interface.ts';
import { joinParts, toBlock, toCode, toJsonBlock, toSentence, toTable, toText } from './markdown-text.ts';
import { memberTable } from './member-table.ts';
import type { PageSource } from './page-source.ts';
import { meaningWords, nameOfReference, typeWords } from './schema-messages.ts';

/** Deep enough for every body that a client sends. */
const bodyDepth = 3;

export const callsOf = ({ paths }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

/** A page for each operation. */
export const operationPages = (about: Interface): PageSource[] =>
  callsOf(about.document).map((call, order) => {
    const { operationId, summary, tags: [group] = [] } = call.operation;
    return {
      path: `${about.home}/operations/${operationId}`,
      title: summary.replace(/\.$/, ''),
      description: summary,
      section: about.section,
      order: 100 + order,
      label: operationId,
      ...(group === undefined ? {} : { group }),
      keywords: `${call.method} ${call.path} ${operationId}`,
      markdown: () => operationText(call, about),
    };
  });

function operationText(call: Call, about: Interface): string {
  const { operation, method, path } = call;
  const { description, summary, parameters = [] } = operation;
  return joinParts([
    `# ${toText(summary.replace(/\.$/, ''))}`,
    toBlock(`${method.toUpperCase()} ${path}`, 'http'),
    description === summary ? undefined : toText(description ?? ''),
    '## Sample',
    toBlock(curlSample(call, about.samplesAt), 'bash'),
    isSignedOnly(operation)
      ? 'The variables are for what a program computes: [Signed requests](/developers/guides/signing) shows how, and [`mw sign`](/developers/cli) prints the whole command.'
      : undefined,
    '## Authentication',
    authentication(operation, about.document),
    parameters.length === 0 ? undefined : joinParts(['## Parameters', parameterTable(parameters, about)]).trimEnd(),
    bodySection(operation, about),
    '## Answers',
    ...Object.entries(operation.responses).flatMap(([status, response]) => answerParts(status, response, about)),
  ]);
}

type Scheme = { readonly scheme?: string; readonly description?: string };

function authentication({ security = [] }: Operation, { components }: Document): string {
  if (security.length === 0) return 'None.';
  const schemes = components['securitySchemes'] as Readonly<Record<string, Scheme>>;
  const ways = security.map((way) => {
    const [name] = Object.keys(way);
    if (name === undefined) return '- Without a credential: send no Authorization header.';
    const { scheme, description = '' } = schemes[name] ?? {};
    const how = scheme === 'bearer' ? '`Authorization: Bearer` with' : 'A signed request:';
    return `- ${how} ${toSentence(toText(description)).replace(/^./, (first) => (scheme === 'bearer' ? first.toLowerCase() : first))}`;
  });
  return [...(ways.length > 1 ? ['One of:', ''] : []), ...ways].join('\n');
}

const parameterTable = (parameters: readonly Parameter[], { objects, document }: Interface): string =>
  toTable(
    ['Parameter', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, schema, description = '' }) => {
      const named = schema.$ref === undefined ? undefined : document.components.schemas?.[nameOfReference(schema.$ref)];
      return [
        `${toCode(name)}${required ? ' **required**' : ''}`,
        place,
        typeWords(schema, objects),
        meaningWords(description, named ?? schema),
      ];
    }),
  );

function bodySection({ requestBody }: Operation, about: Interface): string | undefined {
  if (requestBody === undefined) return undefined;
  const parts = Object.entries(requestBody.content).flatMap(([type, { schema, examples = {} }]) => [
    `${toCode(type)}${schema.$ref === undefined ? '' : `: ${typeWords(schema, about.objects)}`}`,
    schema.type === 'string' ? toText(schema.description ?? '') : memberTable(schema, membersOf(about)),
    ...Object.values(examples)
      .slice(-1)
      .flatMap(({ value }) => [
        'A complete body:',
        typeof value === 'string' ? toBlock(value.trimEnd(), 'json') : toJsonBlock(value),
      ]),
  ]);
  const optional = requestBody.required === false ? ['The body may be left out.'] : [];
  return joinParts(['## Body', ...optional, ...parts]).trimEnd();
}

const membersOf = ({ objects, document }: Interface) => ({
  objects,
  schemas: document.components.schemas ?? {},
  depth: bodyDepth,
});

/** A status's response: its content, its headers, and an example or the pages of its codes. */
function answerParts(status: string, given: Response, about: Interface): (string | undefined)[] {
  const response =
    given.$ref === undefined ? given : (about.document.components.responses?.[nameOfReference(given.$ref)] ?? given);
  const [[type, media] = []] = Object.entries(response.content ?? {});
  const succeeds = status.startsWith('2');
  return [
    `### ${status}`,
    media?.schema.$ref === undefined || !succeeds
      ? undefined
      : `${toText(response.description)} The body is ${typeWords(media.schema, about.objects).replace(/^/, '')}.`,
    succeeds ? undefined : refusalText(status, response, about),
    media === undefined && succeeds ? toText(response.description) : undefined,
    media?.schema.format === 'binary'
      ? `${toText(response.description)} The body is ${toCode(type ?? '')}.`
      : undefined,
    headerLine(response),
    ...(succeeds
      ? Object.values(media?.examples ?? {})
          .slice(0, 1)
          .map(({ value }) => toJsonBlock(value))
      : []),
  ];
}

const headerLine = ({ headers = {} }: Response): string | undefined => {
  const lines = Object.entries(headers).map(([name, { description }]) => `- ${toCode(name)}: ${toText(description)}`);
  return lines.length === 0 ? undefined : ['Headers:', '', ...lines].join('\n');
};

/** The codes of a refusal, each with the page that explains what to do. */
function refusalText(status: string, response: Response, about: Interface): string {
  if (about.errorBodies === 'one')
    return `${toText(response.description)} ${codeLinks(agentCodes(status, response), about)}`.trimEnd();
  const [media] = Object.values(response.content ?? {});
  return Object.entries(media?.examples ?? {})
    .map(([code, { summary = '' }]) => `- [${toCode(code)}](${about.errorPage(code)}): ${toText(summary)}`)
    .join('\n');
}

const codeLinks = (codes: readonly string[], about: Interface): string =>
  codes.length === 0 ? '' : `Code: ${codes.map((code) => `[${toCode(code)}](${about.errorPage(code)})`).join(' or ')}.`;

/** Statuses of the agents' interfaces and the `code` in their bodies. */
const codesOfStatus: Readonly<Record<string, readonly string[]>> = {
  400: ['invalid_request'],
  401: ['unauthorized'],
  404: ['not_found'],
  405: ['invalid_request'],
  409: ['invalid_request'],
  410: ['invalid_request'],
  429: ['rate_limited'],
  500: ['internal'],
};

/** A description that names its code is more specific than its status. */
function agentCodes(status: string, { description }: Response): readonly string[] {
  const named = /^(program_disabled|idempotency_conflict):/.exec(description)?.[1];
  return named === undefined ? (codesOfStatus[status] ?? []) : [named];
}

type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

/** A placeholder for an id or a credential. */
const placeholder = (name: string): string => `$${name.replaceAll('-', '_').toUpperCase()}`;

const credentials: Readonly<Record<string, string>> = {
  pollToken: '$POLL_TOKEN',
  agentKey: '$MAKEWHOLE_AGENT_KEY',
  bearerKey: '$MAKEWHOLE_KEY',
};

/** Whether keys do not work, only signatures. */
const isSignedOnly = ({ security = [] }: Pick<Operation, 'security'>): boolean =>
  security.length > 0 && security.every((way) => 'signedRequest' in way);

/** Values that only a program can compute: `mw sign` and the signing guide do. */
const signature = [
  `-H 'X-SVC-Environment: TEST'`,
  '-H "Content-Digest: $CONTENT_DIGEST"',
  '-H "Signature-Input: $SIGNATURE_INPUT"',
  '-H "Signature: $SIGNATURE"',
];

/** The credential of the first option that needs one, unless the call works without. */
function authorization({ security = [] }: Operation): string[] {
  if (security.some((one) => Object.keys(one).length === 0)) return [];
  if (isSignedOnly({ security })) return signature;
  const [name] = security.flatMap((one) => Object.keys(one)).filter((scheme) => scheme in credentials);
  return name === undefined ? [] : [`-H "Authorization: Bearer ${credentials[name] ?? ''}"`];
}

const exampleOf = (media: Media | undefined): unknown =>
  Object.values(media?.examples ?? {})[0]?.value ?? media?.example;

/** A single quote inside single quotes, escaped for shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bodyOf({ requestBody }: Operation): string[] {
  const json = requestBody?.content['application/json'];
  if (json !== undefined) {
    const example = exampleOf(json) ?? {};
    return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example, null, 2))}`];
  }
  return requestBody?.content['multipart/form-data'] === undefined ? [] : ['-F file=@report.pdf'];
}

const takesKey = ({ name }: Parameter): boolean => name.toLowerCase() === 'idempotency-key';

/** The operation as a shell command. */
function curlSample({ method, path, operation }: Call, base: string): string {
  const url = `${base}${path.replace(/\{(\w+)\}/g, (_all, name: string) => placeholder(name === 'id' ? 'id' : name))}`;
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${url}"`,
    ...authorization(operation),
    ...((operation.parameters ?? []).some(takesKey)
      ? [`-H "Idempotency-Key: ${isSignedOnly(operation) ? '$IDEMPOTENCY_KEY' : '$(openssl rand -hex 16)'}"`]
      : []),
    ...bodyOf(operation),
  ];
  return parts.join(' \\\n  ');
}
