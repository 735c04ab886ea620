import type { Dispatcher } from 'undici';
import { GatewayError } from '#platform/errors';
import { causeOfError, causeOfStatus } from './causes.ts';
import type { Reached } from './connector.ts';
import type { PostOutcome } from './port.ts';

/** From the DNS lookup to the end of the response; the contract's acknowledgement time. */
const deadlineMs = 10_000;
/** How much of a response is stored, for people who inspect the delivery later. */
const answerBytes = 16_384;
/** How much is read of a response whose content we need, such as an identity provider's keys. */
export const wholeAnswerBytes = 262_144;
/** Interim responses (1xx) that a receiver may send before its response; more would keep us busy for nothing. */
const interimMax = 16;

/** Other facts of a response; a failure may follow its status, when the rest does not arrive. */
export type AnswerRest = { readonly contentType: string; readonly failure: string };

/**
 * One POST and its outcome, as a handler of undici's `dispatch`: no streams, no signals, no promise but the last. It
 * ends once, at its deadline at the latest; an attempt that is cut off takes its connection with it.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  /** The client that made the connection, once known. */
  client: { readonly reached: Reached | undefined } | undefined;
  readonly #end: (outcome: PostOutcome, rest: AnswerRest) => void;
  readonly #startedAt = performance.now();
  readonly #deadline = setTimeout(() => this.#giveUp(`no answer within ${deadlineMs / 1000} seconds`), deadlineMs);
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #interim = 0;
  #status: number | undefined;
  #firstByte: number | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #contentType = '';
  readonly #keptBytes: number;

  constructor(end: (outcome: PostOutcome, rest: AnswerRest) => void, keptBytes = answerBytes) {
    this.#end = end;
    this.#keptBytes = keptBytes;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The connection came too late. It has carried nothing yet, and carries nothing.
    if (this.#ended) controller.abort(new GatewayError('unavailable', 'ended'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>> = {},
  ): void {
    if (status >= 200) {
      this.#status = status;
      this.#contentType = String(headers['content-type'] ?? '');
      this.#firstByte = performance.now() - this.#startedAt;
      return;
    }
    this.#interim += 1;
    if (this.#interim > interimMax) this.#giveUp('interim answers without end');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= this.#keptBytes) this.#giveUp('the answer is too long');
  }

  onResponseEnd(): void {
    this.#finish('');
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish(causeOfError(error));
  }

  #giveUp(cause: string): void {
    this.#finish(cause);
    this.#controller?.abort(new GatewayError('unavailable', cause));
  }

  /** If the headers arrived in time, the response counts; its body is only for the log. */
  #finish(failure: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#deadline);
    const [status, reached] = [this.#status, this.client?.reached];
    const outcome: PostOutcome = {
      status,
      cause: status === undefined ? failure : causeOfStatus(status),
      durationMs: Math.round(performance.now() - this.#startedAt),
      timings: toTimings(reached, this.#firstByte),
      address: reached?.address,
      answer: status === undefined ? undefined : toText(this.#chunks, this.#keptBytes),
      certificateEndsAt: reached?.certificateEndsAt,
    };
    this.#end(outcome, { contentType: this.#contentType, failure });
  }
}

function toTimings(reached: Reached | undefined, firstByte: number | undefined): Record<string, number> {
  return {
    ...(reached && {
      dns: Math.round(reached.dns),
      connect: Math.round(reached.connect),
      tls: Math.round(reached.tls),
    }),
    ...(firstByte !== undefined && { firstByte: Math.round(firstByte) }),
  };
}

/** The beginning of the body, without characters that a database refuses. */
function toText(chunks: readonly Buffer[], keptBytes: number): string {
  if (chunks.length === 0) return '';
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '');
}
