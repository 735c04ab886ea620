import type { Ctx } from '#context';
import type { DocsLibrary } from '#app/docs/library';

/** One request of an MCP client. */
export type Call = {
  /** The context with the connection's agent, or anonymous. */
  readonly ctx: Ctx;
  /** The anonymous context; a token in the arguments can identify the holder of a case. */
  readonly stranger: Ctx;
  readonly address: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly docs: DocsLibrary;
  /** False in the sandbox, where nothing reaches a person. */
  readonly livemode: boolean;
};
