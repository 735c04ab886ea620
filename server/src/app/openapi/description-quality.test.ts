import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { inlineReferences } from '#test/http/inline-references';
import { formats } from '#platform/validation';
import { operationsOf, type Document, type Media, type Operation, type Schema } from './document-types.ts';

const read = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../../../openapi/${name}.json`, import.meta.url), 'utf8')) as Document;

/** Every schema inside a value, with the way to it. */
function schemasIn(value: unknown, path: string): [path: string, schema: Schema][] {
  if (value === null || typeof value !== 'object') return [];
  const inside = Object.entries(value)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, part]) => schemasIn(part, `${path}/${name}`));
  return Array.isArray(value) ? inside : [[path, value as Schema], ...inside];
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
for (const format of ['email', 'uri', 'date'] as const) ajv.addFormat(format, formats[format] ?? true);
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T'));
ajv.addFormat('binary', true);
ajv.addKeyword('discriminator');

const mediaOf = ({ requestBody, responses }: Operation): Media[] =>
  [requestBody?.content, ...Object.values(responses).map(({ content }) => content)].flatMap((content) =>
    Object.values(content ?? {}),
  );

/** Those whose examples are bodies of a run. */
const recorded: readonly string[] = ['agent', 'agent-sandbox', 'partner'];

describe.each([...recorded, 'agent-console'])('the committed description of the %s interface', (name) => {
  const document = read(name);
  const inlined = inlineReferences(document);
  const operations = operationsOf(document);

  it('has operations that read as methods, in tags that are explained', () => {
    const tags = document.tags?.map((tag) => tag.name);
    for (const { operationId, tags: own = [], description } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z0-9_]*$/);
      expect(own).toHaveLength(1);
      expect(tags).toContain(own[0]);
      expect(description).toMatch(/\.$/);
    }
  });

  it('describes every parameter and every member', () => {
    const silent = schemasIn(document, '').flatMap(([path, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, member]) => typeof member === 'object' && member.description === undefined)
        .map(([member]) => `${path}.${member}`),
    );
    expect(silent).toEqual([]);
    const parameters = operations.flatMap(({ operationId, parameters: own = [] }) =>
      own.filter(({ description = '' }) => description === '').map((one) => `${operationId} ${one.name}`),
    );
    expect(parameters).toEqual([]);
  });

  it('refers to named schemas: no body is written out, and only formats that every tool knows are used', () => {
    const bodies = [...operations, ...Object.values(document.webhooks ?? {}).map(({ post }) => post)].flatMap(mediaOf);
    const plain = bodies.filter(({ schema }) => schema.$ref === undefined && schema.type !== 'string');
    expect(plain.map(({ schema }) => Object.keys(schema))).toEqual([]);
    const used = new Set(schemasIn(document, '').map(([, { format }]) => format));
    used.delete(undefined);
    const standard = ['email', 'uri', 'date', 'date-time', 'binary'];
    expect([...used].filter((format) => !standard.includes(format ?? ''))).toEqual([]);
  });

  it.skipIf(!recorded.includes(name))(
    'has examples of every operation, a success and a refusal, that match their schemas',
    () => {
      for (const { operationId, responses, requestBody } of operationsOf(inlined)) {
        const kinds = new Set<string>();
        for (const [status, { content = {} }] of Object.entries(responses))
          for (const { schema, examples = {} } of Object.values(content)) {
            const validate = ajv.compile(schema);
            for (const [of, { value }] of Object.entries(examples)) {
              expect([operationId, status, of, validate(value), ajv.errorsText(validate.errors)]).toEqual([
                operationId,
                status,
                of,
                true,
                'No errors',
              ]);
              kinds.add(status < '300' ? 'success' : 'refusal');
            }
          }
        // The one is not open yet, so nothing succeeds; the other answers with a file.
        if (operationId !== 'checkSignature' && responses['200']?.content?.['application/pdf'] === undefined)
          expect([operationId, [...kinds]]).toEqual([operationId, expect.arrayContaining(['success'])]);
        expect([operationId, [...kinds]]).toEqual([operationId, expect.arrayContaining(['refusal'])]);
        for (const [type, { schema, examples = {} }] of Object.entries(requestBody?.content ?? {})) {
          if (type === 'multipart/form-data') continue;
          const validate = ajv.compile(schema);
          expect([operationId, Object.keys(examples).length > 0]).toEqual([operationId, true]);
          for (const { value } of Object.values(examples))
            expect([operationId, validate(value)]).toEqual([operationId, true]);
        }
      }
    },
  );

  it('defines nothing that it does not refer to', () => {
    const text = JSON.stringify(document);
    const defined = (['schemas', 'responses'] as const).flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).map((one) => `#/components/${kind}/${one}`),
    );
    expect(defined.filter((one) => !text.includes(`"${one}"`))).toEqual([]);
  });

  it('has webhooks whose examples match, one for each type of the partner events', () => {
    for (const { post } of Object.values(inlined.webhooks ?? {})) {
      const { schema, examples = {} } = Object.values(post.requestBody?.content ?? {})[0] as Media;
      const validate = ajv.compile(schema);
      for (const { value } of Object.values(examples))
        expect([validate(value), ajv.errorsText(validate.errors)]).toEqual([true, 'No errors']);
      expect(Object.keys(examples).length).toBe(name === 'partner' ? (schema.oneOf ?? []).length : 1);
    }
  });

  it('holds no secret of a run, and nobody’s address', () => {
    const text = JSON.stringify(document);
    const answers = operations.map(({ responses }) => JSON.stringify(responses)).join('\n');
    const keys = answers.match(/(?:svc|whsec|gap)_[a-z_]+[0-9A-Za-z]{20,}/g) ?? [];
    expect(keys.filter((one) => !one.includes('synthetic'))).toEqual([]);
    expect(text).not.toContain('localhost');
  });
});
