// Messages to people: when each is sent, and the condition under which it is still true.

import { listOf } from './contact-book.ts';
import { nextTextAt, type Whereabouts } from './hours.ts';
import type { Consultation } from './queue.ts';

export type Message = {
  readonly purpose: 'welcome' | 'invitation' | 'checkout' | 'renewal' | 'receipt';
  readonly channel: 'email' | 'text';
  readonly to: string;
  /** The subject of the message; withdrawing the subject withdraws the message. */
  readonly subject: string;
  /** Its case, if it has one: a stop by any contact of the case covers all of them. */
  readonly case?: Consultation | undefined;
  /** The path of its link; empty if only the recipient has it. */
  readonly link: string;
  readonly createdAt: number;
  /** Whether its content is still true. */
  isTrue(now: number): boolean;
  /** For a text, the places where its recipient may be. */
  places?(): readonly Whereabouts[];
  onSent?(): void;
};

/** Days after which each message is no longer useful. */
const usefulDays = { welcome: 7, invitation: 7, checkout: 7, renewal: 3, receipt: 7 } as const;
const dayMs = 86_400_000;

type Waiting = { readonly message: Message; attempt: number; dueAt: number };

const retryDelaysS = [60, 300, 1800, 7200, 28_800, 86_400];

export class Outbox {
  /** All welcomes, sent or not, since they are counted (D-143). */
  readonly welcomes: Message[] = [];
  #waiting: Waiting[] = [];
  /** Transports that report that they are busy. */
  readonly busy = new Set<Message['channel']>();

  queue(...messages: readonly Message[]): void {
    for (const message of messages) {
      this.#waiting.push({ message, attempt: 0, dueAt: message.createdAt });
      if (message.purpose === 'welcome') this.welcomes.push(message);
    }
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  withdrawAbout(subject: string): void {
    this.#waiting = this.#waiting.filter(({ message }) => message.subject !== subject);
  }

  /** Withdraws pending messages to these contacts and about their open cases. */
  withdrawTo(contacts: readonly string[]): void {
    this.#waiting = this.#waiting.filter(({ message: { to, case: one } }) => {
      const about = one === undefined || one.closedAt !== undefined ? [] : listOf(one.contact());
      return ![to, ...about].some((contact) => contacts.includes(contact));
    });
  }

  /**
   * One worker run; returns the messages sent. Suppressed customers get none, and untrue, outdated or night-time
   * messages are not sent.
   */
  send(now: number, isSilent: (contact: string) => boolean): Message[] {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    this.#waiting = this.#waiting.filter(({ dueAt }) => dueAt > now);
    const sent: Message[] = [];
    for (const { message, attempt } of due) {
      const others = message.case === undefined ? [] : listOf(message.case.contact());
      if ([message.to, ...others].some(isSilent) || !message.isTrue(now)) continue;
      const leaves = message.channel === 'text' ? nextTextAt(message.places?.() ?? [], now) : now;
      if (leaves > message.createdAt + usefulDays[message.purpose] * dayMs) continue;
      if (leaves > now) {
        this.#waiting.push({ message, attempt, dueAt: leaves });
        continue;
      }
      if (!this.busy.has(message.channel)) {
        sent.push(message);
        message.onSent?.();
        continue;
      }
      const delay = retryDelaysS[attempt];
      if (delay !== undefined) this.#waiting.push({ message, attempt: attempt + 1, dueAt: now + delay * 1000 });
    }
    return sent;
  }
}
