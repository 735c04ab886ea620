import type { Response } from '#portal/api.ts';

type List = Response<'GET /go-live'>;
export type Step = List['steps'][number];

type StepWords = {
  /** The completed step. */
  readonly title: string;
  /** The open step. */
  readonly task: string;
  readonly how: string;
  /** The page on which it is done, below the institution and the mode. */
  readonly section: string;
};

/** The text of each step: its title, its task and how to do it. */
export const stepWords: Readonly<Record<Step['step'], StepWords>> = {
  signed_call: {
    title: 'A signed call was accepted',
    task: 'make a signed call',
    how: 'Under Signed credentials, generate a key pair, upload the public key and run the call that activates it. That call is signed.',
    section: '/credentials',
  },
  replayed_key: {
    title: 'A call was repeated with the same Idempotency-Key',
    task: 'repeat a call with the same Idempotency-Key',
    how: 'Send a POST with an Idempotency-Key, then send it again. The second response is the stored one, and nothing is done twice.',
    section: '/keys',
  },
  handled_conflict: {
    title: 'A conflict (409) was handled',
    task: 'handle a conflict',
    how: 'Cause a 409, such as a second open referral for the same VIN. Then continue with the object named in the response, or with a new key.',
    section: '/requests',
  },
  delivered_event: {
    title: 'A signed webhook was acknowledged',
    task: 'acknowledge a signed webhook',
    how: 'Set up a test endpoint that checks the signature and returns 2xx, then create a test referral. We see only the response, not whether you checked: test a wrong signature yourself.',
    section: '/sandbox/objects',
  },
  unknown_event: {
    title: 'An event of an unknown type was acknowledged',
    task: 'acknowledge an event of an unknown type',
    how: 'We add new event types over time; a receiver must return 2xx and ignore them. Send yourself a rehearsal: a signed event of type portal.rehearsal, which is used only for this.',
    section: '/endpoints',
  },
  rotated_secret: {
    title: 'A webhook secret was rotated',
    task: 'rotate a webhook secret',
    how: 'Rotate the secret of a test endpoint while it receives events. Practice in the sandbox makes the live rotation routine.',
    section: '/endpoints',
  },
};

/** Where the evidence of a step can be looked at, below the institution and the mode. */
export const evidencePaths: Readonly<Record<NonNullable<Step['evidence']>['kind'], { section: string; name: string }>> =
  {
    credential: { section: '/credentials', name: 'the credential' },
    request: { section: '/requests', name: 'the call' },
    delivery: { section: '/deliveries', name: 'the delivery' },
    endpoint: { section: '/endpoints', name: 'the endpoint' },
  };
