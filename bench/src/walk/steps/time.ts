// What time does, with the worker and without it; and unavailable transports.
import type { Message } from '#bench/walk/model/messages';
import { dayMs, monthOf } from '#bench/walk/model/clock';
import { firstOfNextMonth, sweepAll } from '#bench/walk/work';
import type { Step, Walker } from '#bench/walk/walker';

/** The log's partitions are created a week ahead; a worker must not be off for longer. */
const offMaxMs = 6 * dayMs;

async function wait(walker: Walker, seconds: number): Promise<string | undefined> {
  const { model } = walker;
  const until = model.now + seconds * 1000;
  const off = model.workerOffSince;
  if (off !== undefined && until - off > offMaxMs) return undefined;
  // Two ends of months without a worker would be two months to bill at once.
  if (off !== undefined && monthOf(off) !== monthOf(until) && monthOf(off) !== monthOf(model.now)) return undefined;
  const since = model.now;
  walker.advance(seconds);
  await sweepAll(walker, since);
  return `${new Date(model.now).toISOString().slice(0, 16)}${model.workerOn ? '' : ' without a worker'}`;
}

const waitUntil = (walker: Walker, at: number): Promise<string | undefined> =>
  wait(walker, Math.ceil((at - walker.model.now) / 1000));

/** Six in the evening UTC: within calling hours on both coasts, and just so in Hawaii. */
function nextNoon(now: number): number {
  const today = now - (now % dayMs) + 18 * 3_600_000 + 600_000;
  return today > now ? today : today + dayMs;
}

async function stopWorker({ model }: Walker): Promise<string | undefined> {
  if (!model.workerOn) return undefined;
  model.workerOffSince = model.now;
  return 'off';
}

async function startWorker(walker: Walker): Promise<string | undefined> {
  const { model } = walker;
  const off = model.workerOffSince;
  if (off === undefined) return undefined;
  model.workerOffSince = undefined;
  await sweepAll(walker, off);
  return 'on';
}

const channels: readonly Message['channel'][] = ['email', 'text'];

function setTransport({ world, model }: Walker, channel: Message['channel'], works: boolean): string {
  const { busy } = model.outbox;
  if (works) busy.delete(channel);
  else busy.add(channel);
  if (channel === 'email') world.harness.mailbox.behave(works ? 'accept' : 'busy');
  else world.twilio.behave(works ? 'accept' : 'broken');
  return `${channel} ${works ? 'works again' : 'is busy'}`;
}

async function stopTransport(walker: Walker): Promise<string | undefined> {
  const channel = walker.find(channels.filter((one) => !walker.model.outbox.busy.has(one)));
  return channel && setTransport(walker, channel, false);
}

async function startTransport(walker: Walker): Promise<string | undefined> {
  const channel = walker.find([...walker.model.outbox.busy]);
  return channel && setTransport(walker, channel, true);
}

export const timeSteps: readonly Step[] = [
  { name: 'minutes pass', weight: 5, run: (walker) => wait(walker, 60 * (1 + walker.below(50))) },
  { name: 'hours pass', weight: 5, run: (walker) => wait(walker, 3600 * (1 + walker.below(10))) },
  { name: 'it becomes noon', weight: 6, run: (walker) => waitUntil(walker, nextNoon(walker.model.now)) },
  { name: 'days pass', weight: 2, run: (walker) => wait(walker, 86_400 * (1 + walker.below(4))) },
  {
    name: 'a month begins',
    weight: 0.7,
    run: (walker) => waitUntil(walker, firstOfNextMonth(walker.model.now)),
  },
  { name: 'the worker goes', weight: 2, run: stopWorker },
  { name: 'the worker comes', weight: 8, run: startWorker },
  { name: 'a transport goes', weight: 1.5, run: stopTransport },
  { name: 'a transport comes', weight: 5, run: startTransport },
];
