/** Spans named by operation, such as `intakes.open`. Attributes follow the same rule as log fields. */
export type Tracing = {
  start(operation: string, kind: 'request' | 'work'): ActiveSpan;
  close(): Promise<void>;
};

export type ActiveSpan = {
  set(attributes: Readonly<Record<string, string | number | boolean>>): void;
  end(outcome: 'ok' | 'error'): void;
};

const noopSpan: ActiveSpan = { set: () => undefined, end: () => undefined };

/**
 * Off without a collector: spans then cost nothing, and the library, which is large, is not loaded. Spans that begin
 * before it is loaded are not recorded.
 */
export function createTracing(service: string, endpoint: string | undefined): Tracing {
  if (endpoint === undefined) return { start: () => noopSpan, close: async () => undefined };
  let tracing: Tracing | undefined;
  const load = async () => {
    const { createCollectedTracing } = await import('./collected-trace.ts');
    tracing = createCollectedTracing(service, endpoint);
  };
  const loaded = load();
  return {
    start: (operation, kind) => tracing?.start(operation, kind) ?? noopSpan,
    close: async () => {
      await loaded;
      await tracing?.close();
    },
  };
}
