// What it costs the transaction of a change to publish an event: the event alone, and with a delivery.
import { measure, summarize, worstDisturbance, type Variant } from '#bench/load/measure';
import { printTable, printDisturbance, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import type { Part } from './part.ts';
import { hostNames } from './receivers.ts';
import { countRows, setStage, type Lab, type Stage } from './stage.ts';

export const publishHosts = hostNames('ok', 20);
const perSecond = 200;

const plans = {
  smoke: { connections: 0, rounds: 1, seconds: 0.5, retryBudgetMs: 0 },
  quick: { connections: 0, rounds: 3, seconds: 3, retryBudgetMs: 0 },
  full: { connections: 0, rounds: 5, seconds: 10, retryBudgetMs: 60_000 },
};

const alone = 'event alone';
const delivered = 'event and delivery';

/** No worker runs, so that nothing but the publishing is measured. */
export async function measurePublish(lab: Lab, size: Size): Promise<Part> {
  const stage = await setStage(lab, 'publish', publishHosts);
  const accounts = stage.endpoints.map(({ accountId }) => accountId);
  const tally = { events: 0 };
  const variants = [
    publishVariant(stage, alone, ['inst_without_an_endpoint']),
    counted(publishVariant(stage, delivered, accounts), tally),
  ];
  const plan = plans[size];
  for (const variant of variants) await variant.run(0, Math.min(1, plan.seconds));
  const slices = await measure(variants, plan, lab.cluster);
  const stored = await countRows(stage.databaseUrl, 'select from webhooks.deliveries');
  await stage.close();
  const of = (name: string) => {
    const { serverUs, databaseUs, walBytes } = summarize(slices.filter(({ variant }) => variant === name));
    return { writerUs: serverUs, databaseUs, walBytes };
  };
  const figures = { [alone]: of(alone), [delivered]: of(delivered) };
  const disturbance = worstDisturbance(slices);
  console.log(`\nPublishing: ${perSecond} transactions a second, each with one event`);
  printTable(
    ['transaction', 'writer us', 'database us', 'WAL bytes'],
    Object.entries(figures).map(([name, { writerUs, databaseUs, walBytes }]) => [name, writerUs, databaseUs, walBytes]),
  );
  const deliveryWalBytes = of(delivered).walBytes - of(alone).walBytes;
  console.log(`a delivery: ${deliveryWalBytes} WAL bytes of these`);
  printDisturbance(disturbance);
  const checks: Check[] = [
    { name: 'publishing: deliveries stored, of those published', value: stored / tally.events, atLeast: 1, atMost: 1 },
  ];
  return { figures: { publish: { ...figures, deliveryWalBytes, disturbance } }, checks };
}

const publishVariant = ({ writer }: Stage, name: string, accounts: readonly string[]): Variant => ({
  name,
  serverPids: [writer.pid],
  async run(_connections, seconds) {
    const written = await writer.write({ perSecond, seconds, accounts });
    return { done: written.length, seconds, errors: 0, latenciesMs: new Float64Array() };
  },
});

const counted = (variant: Variant, tally: { events: number }): Variant => ({
  ...variant,
  async run(connections, seconds) {
    const result = await variant.run(connections, seconds);
    tally.events += result.done;
    return result;
  },
});
