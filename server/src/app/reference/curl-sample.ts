import type { Media, Operation, Parameter } from '#app/openapi/document-types';

export type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

/** What a reader puts in place of an id or a credential. */
const placeholder = (name: string): string => `$${name.replaceAll('-', '_').toUpperCase()}`;

const credentials: Readonly<Record<string, string>> = {
  pollToken: '$POLL_TOKEN',
  agentKey: '$MAKEWHOLE_AGENT_KEY',
  bearerKey: '$MAKEWHOLE_KEY',
};

/** Whether no key opens it. */
export const isSignedOnly = ({ security = [] }: Pick<Operation, 'security'>): boolean =>
  security.length > 0 && security.every((way) => 'signedRequest' in way);

/** What only a program can fill in: `mw sign` and the signing guide do. */
const signature = [
  `-H 'X-SVC-Environment: TEST'`,
  '-H "Content-Digest: $CONTENT_DIGEST"',
  '-H "Signature-Input: $SIGNATURE_INPUT"',
  '-H "Signature: $SIGNATURE"',
];

/** The credential of the first way to call it that needs one, unless it can be called without. */
function authorization({ security = [] }: Operation): string[] {
  if (security.some((one) => Object.keys(one).length === 0)) return [];
  if (isSignedOnly({ security })) return signature;
  const [name] = security.flatMap((one) => Object.keys(one)).filter((scheme) => scheme in credentials);
  return name === undefined ? [] : [`-H "Authorization: Bearer ${credentials[name] ?? ''}"`];
}

const exampleOf = (media: Media | undefined): unknown =>
  Object.values(media?.examples ?? {})[0]?.value ?? media?.example;

/** A single quote inside single quotes, as shells want it. */
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

/** The operation as a command for a shell. */
export function curlSample({ method, path, operation }: Call, base: string): string {
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
