import { agentEventTypes, initialPartnerEventTypes, partnerEventTypes } from '#modules/webhooks';
import type { Operation, Schema } from '#app/openapi/document-types';
import type { Interface } from './interface.ts';
import { joinParts, toCode, toJsonBlock, toSentence, toTable, toText } from './markdown-text.ts';
import { memberTable } from './member-table.ts';
import { callsOf } from './operation-pages.ts';
import type { PageSource } from './page-source.ts';
import { nameOfReference } from './schema-messages.ts';

const home = '/developers/events';

type EventType = {
  readonly type: string;
  readonly about: Interface;
  readonly name: string;
  readonly schema: Schema;
  readonly webhook: Operation;
};

/** The types of one interface, with their schemas. */
function typesOf(about: Interface, types: readonly string[]): EventType[] {
  const [{ post: webhook } = { post: undefined }] = Object.values(about.document.webhooks ?? {});
  const union = about.document.components.schemas?.[about.section === 'agent' ? 'IntakeEvent' : 'Event'];
  const { mapping = {} } = (union?.['discriminator'] ?? {}) as { readonly mapping?: Readonly<Record<string, string>> };
  return types.map((type) => {
    const name = nameOfReference(mapping[type] ?? '');
    const schema = about.document.components.schemas?.[name];
    if (schema === undefined || webhook === undefined) throw new Error(`${type} is not described`);
    return { type, about, name, schema, webhook };
  });
}

/** The list of all event types, and a page for each. */
export function eventPages(agent: Interface, gap: Interface): PageSource[] {
  const ofAgents = typesOf(agent, agentEventTypes);
  const ofPartners = typesOf(gap, partnerEventTypes);
  const page =
    (group: string, after: number) =>
    (event: EventType, order: number): PageSource => ({
      path: `${home}/${event.type}`,
      title: event.type,
      description: toSentence(event.schema.description ?? event.type),
      section: 'events',
      order: after + order,
      group,
      markdown: () => eventText(event),
    });
  return [
    {
      path: home,
      title: 'Events',
      description: 'Every event type of a change, with its members, samples and signature headers.',
      section: 'events',
      order: 0,
      markdown: () => listText(ofAgents, ofPartners),
    },
    ...ofAgents.map(page('To agents', 1)),
    ...ofPartners.map(page('To partners', 1 + ofAgents.length)),
  ];
}

const listText = (ofAgents: readonly EventType[], ofPartners: readonly EventType[]): string =>
  joinParts([
    '# Events',
    'Each change is sent once as a signed POST to your endpoint, and again until you answer with 2xx. More types may be added: acknowledge those that you do not know, and ignore them.',
    '## To agents',
    'Sent to the URL that `PUT /api/agent/v1/me/webhook` sets.',
    eventTable(ofAgents),
    '## To partners',
    'Sent to the endpoints of your institution, and listed by [`GET /api/gap/v1/events`](/developers/gap/operations/listEvents).',
    eventTable(ofPartners),
    '## Tests',
    'A test from the portal is a delivery of the type `endpoint.test`, `endpoint.secret_test` or `portal.rehearsal`: it is tried once and is in no log. A test from the console of agents has a type of the table above and the intake `int_test00000000000000000000`. Both are signed like every other; acknowledge them.',
  ]);

const eventTable = (types: readonly EventType[]): string =>
  toTable(
    ['Type', 'When it is sent'],
    types.map(({ type, schema }) => [`[${toCode(type)}](${home}/${type})`, toText(schema.description ?? '')]),
  );

function eventText(event: EventType): string {
  const { type, schema, about, name, webhook } = event;
  const { objects, document } = about;
  const thin = thinSample(event);
  return joinParts([
    `# ${type}`,
    toSentence(toText(schema.description ?? '')),
    toText(webhook.description ?? ''),
    '## Members',
    `As an object: [${name}](${objects}/${name}).`,
    memberTable(schema, { objects, schemas: document.components.schemas ?? {}, depth: 2 }),
    about.section === 'agent' ? '## Sample' : '## Sample, thin',
    about.section === 'agent' ? undefined : 'What an endpoint gets unless it was set up for full payloads.',
    toJsonBlock(thin),
    ...(about.section === 'agent' ? [] : fullParts(event, thin)),
    '## Headers',
    toTable(
      ['Header', 'Meaning'],
      (webhook.parameters ?? []).map(({ name: header, description = '' }) => [
        toCode(header),
        toSentence(toText(description)),
      ]),
    ),
  ]);
}

type Sample = Readonly<Record<string, unknown>> & { readonly data: Readonly<Record<string, unknown>> };

function thinSample({ type, about, webhook }: EventType): Sample {
  const [media] = Object.values(webhook.requestBody?.content ?? {});
  const recorded = media?.examples?.[type]?.value;
  if (recorded !== undefined) return recorded as Sample;
  if (about.section === 'gap') throw new Error(`${type} has no sample`);
  const [{ value } = { value: {} }] = Object.values(media?.examples ?? {});
  const sample = value as Sample;
  return { ...sample, type, data: { ...sample.data, status: type.slice('intake.'.length) } };
}

function fullParts(event: EventType, thin: Sample): string[] {
  const isDefault = (initialPartnerEventTypes as readonly string[]).includes(event.type);
  const note = isDefault
    ? 'For older endpoints that were set up for full payloads: the whole objects.'
    : 'For older endpoints that were set up for full payloads and chose this type: the whole objects.';
  return ['## Sample, full', note, toJsonBlock(fullSample(event, thin))];
}

/** Which response has the full version of an object that thin events shorten. */
const wholeObjects: Readonly<Record<string, string>> = {
  referral: 'getReferral',
  enrollment: 'getEnrollment',
  redemption: 'listRedemptions',
  statement: 'listStatements',
  loss_notice: 'reportLoss',
  review_record: 'getReviewRecord',
};

function fullSample({ type, about }: EventType, { id, object, created_at, livemode, data }: Sample): Sample {
  const whole = Object.entries(data).map(([name, short]) => {
    const operation = wholeObjects[name];
    if (operation === undefined) return [name, short];
    // The statuses and times are the event's; the rest comes from a recorded response.
    return [name, { ...answerOf(about, operation), ...(short as object) }];
  });
  const mode = type.startsWith('plan.') ? {} : { livemode };
  return { id, object, type, created_at, ...mode, data: Object.fromEntries(whole) as Sample['data'] };
}

/** The first recorded response, or the first entry of a recorded list. */
function answerOf({ document }: Interface, operationId: string): object {
  const found = callsOf(document).find(({ operation }) => operation.operationId === operationId);
  const answers = Object.entries(found?.operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  const [media] = answers.flatMap(([, { content = {} }]) => Object.values(content));
  const value = Object.values(media?.examples ?? {})[0]?.value as { readonly data?: readonly object[] } | undefined;
  return value?.data?.[0] ?? value ?? {};
}
