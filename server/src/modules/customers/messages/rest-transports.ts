import type { Ctx } from '#context';
import { createBreaker, type Breaker } from '#lib/concurrency/breaker';
import { customerMetrics } from '../metrics.ts';
import type { MessageOutcome } from './attempt-message.ts';
import type { Channel, ClaimedMessage } from './message-store.ts';

type Claim = (limit: number, channels: readonly Channel[]) => Promise<ClaimedMessage[]>;

type Transports = {
  /** Due messages of the ways that work, and one of each that may have recovered. */
  claim(limit: number, claim: Claim): Promise<ClaimedMessage[]>;
  /** Tries the message, unless its way rests by now. */
  run(message: ClaimedMessage, attempt: () => Promise<MessageOutcome>): Promise<MessageOutcome>;
};

/** A few at once may meet a restart of the mail server. */
const failures = 5;
/** Short enough that nobody waits long for a mail once the server works again. */
const restMs = { first: 5_000, longest: 60_000 };

/**
 * While the mail server, or the text provider, fails with every message, messages wait instead of being tried one after
 * another: single ones find out whether it works again. Each process finds out for itself.
 */
export function restTransports({ log, metrics }: Pick<Ctx, 'log' | 'metrics'>): Transports {
  const { transportResting } = metrics.of(customerMetrics);
  const watch = (channel: Channel): Breaker => {
    transportResting.set({ channel }, 0);
    const changed = (isResting: boolean) => {
      transportResting.set({ channel }, isResting ? 1 : 0);
      if (isResting) log.error({ channel }, 'customers.transport-resting');
      else log.info({ channel }, 'customers.transport-back');
    };
    return createBreaker({ failures, restMs, changed });
  };
  const breakers: Readonly<Record<Channel, Breaker>> = { email: watch('email'), text: watch('text') };
  const tries = new Set<string>();
  const inState = (state: ReturnType<Breaker['state']>): Channel[] =>
    (['email', 'text'] as const).filter((channel) => breakers[channel].state() === state);
  return {
    async claim(limit, claim) {
      const working = inState('closed');
      const claimed = working.length === 0 ? [] : await claim(limit, working);
      for (const channel of inState('trying')) {
        const [one] = await claim(1, [channel]);
        if (one === undefined) continue;
        breakers[channel].beginTry();
        tries.add(one.id);
        claimed.push(one);
      }
      return claimed;
    },
    async run({ id, channel }, attempt) {
      const breaker = breakers[channel];
      // Claimed when the transport still worked.
      if (!tries.delete(id) && breaker.state() !== 'closed')
        return { kind: 'unavailable', failure: 'resting', isTransport: true, counts: false };
      const outcome = await attempt();
      if (outcome.kind === 'unavailable' && outcome.isTransport) breaker.failed();
      // Whatever it says of a message or a recipient, it answers.
      else if (outcome.kind === 'sent' || outcome.kind === 'refused' || isOfMessage(outcome)) breaker.succeeded();
      return outcome;
    },
  };
}

/** It says a number, so it is an answer of the transport and no failure of ours. */
const isOfMessage = (outcome: MessageOutcome): boolean =>
  outcome.kind === 'unavailable' && !outcome.isTransport && /\d$/.test(outcome.failure);
