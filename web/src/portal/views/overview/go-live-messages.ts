import type { Response } from '#portal/api.ts';

type List = Response<'GET /go-live'>;
export type Step = List['steps'][number];

type StepWords = {
  /** What was done. */
  readonly title: string;
  /** What is to do. */
  readonly task: string;
  readonly how: string;
  /** The page on which it is done, below the institution and the mode. */
  readonly section: string;
};

/** What each step is, why it is asked for, and how it is done. */
export const stepWords: Readonly<Record<Step['step'], StepWords>> = {
  signed_call: {
    title: 'A signed call was accepted',
    task: 'make a signed call',
    how: 'Under Signed credentials make a key pair, upload its public half and run the call that activates it. That call is signed.',
    section: '/credentials',
  },
  replayed_key: {
    title: 'A call was repeated with the same Idempotency-Key',
    task: 'repeat a call with the same Idempotency-Key',
    how: 'Send a POST with an Idempotency-Key, then the same again. The second answer is the stored one, and nothing is done twice.',
    section: '/keys',
  },
  handled_conflict: {
    title: 'A conflict (409) was handled',
    task: 'handle a conflict',
    how: 'Cause a 409, such as a second open referral for the same VIN. Then go on with the object that the answer names, or with a new key.',
    section: '/requests',
  },
  delivered_event: {
    title: 'A signed webhook was acknowledged',
    task: 'acknowledge a signed webhook',
    how: 'Have a test endpoint that checks the signature and answers with 2xx, then make a test referral. We see the answer, not the check: try a wrong signature yourself.',
    section: '/sandbox/objects',
  },
  unknown_event: {
    title: 'An event of an unknown type was acknowledged',
    task: 'acknowledge an event of a type that you do not know',
    how: 'New types are added over time, and a receiver answers them with 2xx and ignores them. Send yourself a rehearsal: a signed event of the type portal.rehearsal, which does not exist otherwise.',
    section: '/endpoints',
  },
  rotated_secret: {
    title: 'A webhook secret was rotated',
    task: 'rotate a webhook secret',
    how: 'Rotate the secret of a test endpoint while it receives events. Done once in the sandbox, it is no adventure when it matters.',
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
