import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findBreakingChanges } from './breaking-changes.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the test reads members at any depth of a description
type Loose = any;

const read = (file: string): Loose => JSON.parse(readFileSync(`openapi/${file}.json`, 'utf8'));

/** Statements in a released description that were never true of the service. */
const corrected: Readonly<Record<string, readonly string[]>> = {
  // A credential is activated by a request that it signed itself; a bearer key always got a 403.
  partner: ['POST /api/gap/v1/credentials/{id}/verify no longer accepts bearerKey.'],
};

describe.each(['agent', 'agent-sandbox', 'partner'])('the %s interface', (name) => {
  it('does not break clients of the released description', () => {
    expect(findBreakingChanges(read(`released/${name}`), read(name))).toEqual(corrected[name] ?? []);
  });
});

const intakes = '/api/agent/v1/intakes';

/** A change to the description, and the sentence that reports it. */
const broken: [name: string, change: (document: Loose) => void, sentence: string][] = [
  ['an operation is removed', ({ paths }) => delete paths['/api/agent/v1/me'], 'GET /api/agent/v1/me was removed.'],
  [
    'a method of clients is renamed',
    ({ paths }) => (paths[intakes].post.operationId = 'createIntake'),
    `POST ${intakes} is no longer called submitIntake.`,
  ],
  [
    'a member of an answer is removed',
    ({ components }) => delete components.schemas.IntakeReceipt.properties.poll_url,
    'GET /api/agent/v1/intakes/{intake_id} 200 no longer has poll_url.',
  ],
  [
    'a member of an answer may be absent',
    ({ components }) => components.schemas.IntakeCreated.required.splice(0, 1),
    `POST ${intakes} 201 no longer always has intake_id.`,
  ],
  [
    'a member of an answer has another type',
    ({ components }) => (components.schemas.Price.properties.list_cents.type = 'number'),
    `POST ${intakes} 201.pricing.research.list_cents was integer and is number.`,
  ],
  [
    'a member of an answer may be null',
    ({ components }) => {
      const { properties } = components.schemas.IntakeReceipt;
      properties.poll_url = { anyOf: [properties.poll_url, { type: 'null' }] };
    },
    'GET /api/agent/v1/intakes/{intake_id} 200.poll_url can now be null.',
  ],
  [
    'a member of a request is required',
    ({ components }) => components.schemas.IntakeRequest.required.push('vehicle'),
    `POST ${intakes} request now requires vehicle.`,
  ],
  [
    'a request has a new required member',
    ({ components }) => {
      components.schemas.Customer.properties.age = { type: 'integer' };
      components.schemas.Customer.required = ['age'];
    },
    `POST ${intakes} request.customer now requires age.`,
  ],
  [
    'a value of a request is gone',
    ({ components }) => components.schemas.Loss.properties.insurance_path.enum.pop(),
    `POST ${intakes} request.loss.insurance_path no longer has the value none.`,
  ],
  [
    'a bound of a request is narrower',
    ({ components }) => (components.schemas.Vehicle.properties.make.maxLength = 10),
    `POST ${intakes} request.vehicle.make has a narrower maxLength.`,
  ],
  [
    'a pattern is new',
    ({ components }) => (components.schemas.Vehicle.properties.make.pattern = '^[A-Z]'),
    `POST ${intakes} request.vehicle.make has another pattern.`,
  ],
  [
    'a status is gone',
    ({ paths }) => delete paths[intakes].post.responses['409'],
    `POST ${intakes} no longer answers 409.`,
  ],
  [
    'a parameter is required',
    ({ paths }) => (paths[intakes].post.parameters[0].required = true),
    `POST ${intakes} now requires the parameter header Idempotency-Key.`,
  ],
  [
    'a credential is needed',
    ({ paths }) => paths[intakes].post.security.shift(),
    `POST ${intakes} no longer accepts requests without a credential.`,
  ],
  [
    'an event loses a member',
    ({ components }) => delete components.schemas.IntakeDeclinedEvent.properties.created_at,
    'POST intake request (intake.declined event) no longer has created_at.',
  ],
];

/** Changes that a client does not notice, or was told to expect. */
const harmless: [name: string, change: (document: Loose) => void][] = [
  ['a new operation', ({ paths }) => (paths['/api/agent/v1/new'] = { get: { operationId: 'getNew', responses: {} } })],
  [
    'a new optional member of a request',
    ({ components }) => (components.schemas.IntakeRequest.properties.note = { type: 'string' }),
  ],
  [
    'a new type of event',
    ({ components }) => {
      const added = structuredClone(components.schemas.IntakeDeclinedEvent);
      added.properties.type.const = 'intake.paused';
      components.schemas.IntakeEvent.oneOf.push(added);
    },
  ],
  [
    'a new member of an answer',
    ({ components }) => (components.schemas.IntakeReceipt.properties.note = { type: 'string' }),
  ],
  ['a wider bound of a request', ({ components }) => (components.schemas.Vehicle.properties.make.maxLength = 1000)],
  ['other words', ({ components }) => (components.schemas.Vehicle.properties.make.description = 'who made it')],
];

describe('a change of the agent interface', () => {
  it.each(broken)('a breaking change is reported in a sentence: %s', (_name, change, sentence) => {
    const changed = read('agent');
    change(changed);
    expect(findBreakingChanges(read('agent'), changed)).toContain(sentence);
  });

  it.each(harmless)('is allowed: %s', (_name, change) => {
    const changed = read('agent');
    change(changed);
    expect(findBreakingChanges(read('agent'), changed)).toEqual([]);
  });
});
