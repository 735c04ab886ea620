import type { Ctx } from '#context';
import type { DocsLibrary } from '#app/docs/library';

/** One request of an MCP client. */
export type Call = {
  /** As whoever holds the key of the connection, or nobody. */
  readonly ctx: Ctx;
  /** As nobody: a token in the arguments makes somebody of it. */
  readonly stranger: Ctx;
  readonly address: string;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  readonly docs: DocsLibrary;
  /** False in the sandbox, where nothing reaches a person. */
  readonly livemode: boolean;
};
