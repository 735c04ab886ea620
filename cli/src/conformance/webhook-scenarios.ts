import { reportedIds } from './judging.ts';
import type { Delivery, Kind, Scenario, Seen, Stage } from './types.ts';

/** Compact, as the service sends it. Each has its own id. */
function agentEvent(stage: Stage, status = 'customer_confirmed'): { eventId: string; body: string } {
  const eventId = newEventId();
  const data = { intake_id: stage.subjectId, status };
  const event = { id: eventId, object: 'event', type: `intake.${status}`, created_at: new Date().toISOString(), data };
  return { eventId, body: JSON.stringify(event) };
}

function partnerEvent(stage: Stage, status = 'activated', more: object = {}): { eventId: string; body: string } {
  const eventId = newEventId();
  const now = new Date().toISOString();
  const referral = {
    id: stage.subjectId,
    object: 'gap.referral',
    status,
    external_ref: null,
    created_at: now,
    invited_at: now,
    invitation_expires_at: now,
    activated_at: now,
    settled_at: status === 'settled' ? now : null,
    closed_at: null,
  };
  const event = {
    id: eventId,
    object: 'event',
    type: `referral.${status}`,
    api_version: '1.1',
    created_at: now,
    livemode: false,
    account: { id: 'inst_conformance' },
    data: { referral, consultation_number: 'CN-CONFORMANCE', via: 'simulated', ...more },
  };
  return { eventId, body: JSON.stringify(event) };
}

const newEventId = (): string => `evt_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;

/** The genuine delivery comes last: when the client has acted on it, it had time to act on the earlier ones. */
async function deliverAll(stage: Stage, deliveries: readonly Delivery[]): Promise<void> {
  for (const [index, delivery] of deliveries.entries()) {
    const status = await stage.deliver(delivery);
    if (index === deliveries.length - 1 && isAccepted(status)) await stage.reported(`acted ${delivery.eventId}`);
  }
}

const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** Judges deliveries by name: some must be acknowledged and acted on, the others refused and ignored. */
function judgeDeliveries(seen: Seen, wanted: Readonly<Record<string, 'act' | 'refuse' | 'acknowledge'>>): string[] {
  if (seen.delivered.length === 0) return ['It never reported its address: "listening http://127.0.0.1:…".'];
  const acted = reportedIds(seen, 'acted');
  return seen.delivered.flatMap(({ name, eventId, status }) => {
    const said = status === 0 ? 'not answered' : `answered with ${status}`;
    if (wanted[name] === 'refuse') {
      if (isAccepted(status)) return [`A delivery ${name} was ${said}; it must be rejected.`];
      return acted.includes(eventId) ? [`It acted on a delivery ${name}.`] : [];
    }
    if (!isAccepted(status)) return [`A delivery ${name} was ${said}; it must be acknowledged with a 2xx.`];
    return wanted[name] === 'act' && !acted.includes(eventId) ? [`It did not act on a delivery ${name}.`] : [];
  });
}

const eventOf = (kind: Kind) => (kind === 'agent' ? agentEvent : partnerEvent);

export const signatureScenario = (kind: Kind): Scenario => ({
  id: `${kind}/webhook-signature`,
  checks: 'It rejects a delivery without our signature, or with a wrong one, without acting on it.',
  why: 'A receiver’s URL is not a secret. Only the signature proves that an event is from us.',
  page: '/developers/guides/webhooks#verify',
  task: 'receive',
  drive: (stage) =>
    deliverAll(stage, [
      { name: 'signed with another secret', ...eventOf(kind)(stage), sign: 'with another secret' },
      { name: 'without a signature', ...eventOf(kind)(stage), sign: 'not at all' },
      { name: 'that is genuine', ...eventOf(kind)(stage) },
    ]),
  judge: (seen) =>
    judgeDeliveries(seen, {
      'signed with another secret': 'refuse',
      'without a signature': 'refuse',
      'that is genuine': 'act',
    }),
});

export const rawBodyScenario: Scenario = {
  id: 'agent/webhook-raw-body',
  checks: 'It checks the signature over the received bytes.',
  why: 'A re-serialized body can differ in spaces and escapes, and then no signature matches.',
  page: '/developers/guides/webhooks#verify',
  task: 'receive',
  async drive(stage) {
    const { eventId, body } = agentEvent(stage);
    const spaced = JSON.stringify(JSON.parse(body), null, 1).replace(
      'customer_confirmed"',
      '\\u0063ustomer_confirmed"',
    );
    await deliverAll(stage, [{ name: 'with spaces and an escape', eventId, body: `${spaced}\n` }]);
  },
  judge: (seen) => judgeDeliveries(seen, { 'with spaces and an escape': 'act' }),
};

export const partnerWebhookScenarios: readonly Scenario[] = [
  signatureScenario('partner'),
  {
    id: 'partner/webhook-age',
    checks: 'It rejects a delivery signed more than 300 seconds ago.',
    why: 'A replayed delivery has a valid signature. Only its timestamp reveals it.',
    page: '/developers/guides/webhooks#verify',
    task: 'receive',
    drive: (stage) =>
      deliverAll(stage, [
        { name: 'signed ten minutes ago', ...partnerEvent(stage), sign: 'ten minutes ago' },
        { name: 'signed just now', ...partnerEvent(stage) },
      ]),
    judge: (seen) => judgeDeliveries(seen, { 'signed ten minutes ago': 'refuse', 'signed just now': 'act' }),
  },
  {
    id: 'partner/webhook-duplicate',
    checks: 'It acknowledges an event delivered twice both times but acts on it once.',
    why: 'Any delivery can be repeated: a lost acknowledgement triggers a retry.',
    page: '/developers/guides/webhooks#respond',
    task: 'receive',
    async drive(stage) {
      const twice = partnerEvent(stage);
      await deliverAll(stage, [
        { name: 'for the first time', ...twice },
        { name: 'for the second time', ...twice },
        { name: 'of another event', ...partnerEvent(stage) },
      ]);
    },
    judge(seen) {
      const wanted = {
        'for the first time': 'act',
        'for the second time': 'acknowledge',
        'of another event': 'act',
      } as const;
      const twice = seen.delivered[0]?.eventId;
      const times = reportedIds(seen, 'acted').filter((id) => id === twice).length;
      return [...judgeDeliveries(seen, wanted), ...(times > 1 ? [`It acted ${times} times on one event.`] : [])];
    },
  },
  {
    id: 'partner/webhook-unknown-type',
    checks: 'It acknowledges an event of an unknown type with a 2xx.',
    why: 'We add types over time. An unacknowledged event is sent seven times and makes the endpoint look broken.',
    page: '/developers/versioning#what-may-be-added-at-any-time',
    task: 'receive',
    drive: (stage) => {
      const { eventId, body } = partnerEvent(stage);
      return deliverAll(stage, [
        { name: 'of an unknown type', eventId, body: body.replace('referral.activated', 'referral.added_later') },
        { name: 'of a known type', ...partnerEvent(stage) },
      ]);
    },
    judge: (seen) => judgeDeliveries(seen, { 'of an unknown type': 'acknowledge', 'of a known type': 'act' }),
  },
  {
    id: 'partner/webhook-thin',
    checks: 'It fetches details that an event does not contain.',
    why: 'Events are thin: they have ids, statuses and times, but no borrower, vehicle or amount.',
    page: '/developers/events/referral.settled#sample-thin',
    task: 'receive',
    drive: (stage) => deliverAll(stage, [{ name: 'of a settled referral', ...partnerEvent(stage, 'settled') }]),
    judge(seen) {
      const read = seen.heard.some(({ method, path }) => method === 'GET' && /\/referrals\/[^/]+$/.test(path));
      return [
        ...judgeDeliveries(seen, { 'of a settled referral': 'act' }),
        ...(read ? [] : ['It did not read the referral named by the event.']),
      ];
    },
  },
];
