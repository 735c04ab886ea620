import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** Spans named by operation, such as `intakes.open`. Attributes follow the same rule as log fields. */
type Tracing = {
  start(operation: string, kind: 'request' | 'work'): ActiveSpan;
  close(): Promise<void>;
};

export type ActiveSpan = {
  set(attributes: Readonly<Record<string, string | number | boolean>>): void;
  end(outcome: 'ok' | 'error'): void;
};

const noopSpan: ActiveSpan = { set: () => undefined, end: () => undefined };

/** Off without a collector; then spans cost nothing. */
export function createTracing(service: string, endpoint: string | undefined): Tracing {
  if (endpoint === undefined) return { start: () => noopSpan, close: async () => undefined };
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer('makewhole');
  return {
    start: (operation, kind) =>
      activeSpan(tracer.startSpan(operation, { kind: kind === 'request' ? SpanKind.SERVER : SpanKind.CONSUMER })),
    close: () => provider.shutdown(),
  };
}

function activeSpan(span: Span): ActiveSpan {
  return {
    set: (attributes) => {
      span.setAttributes(attributes);
    },
    end: (outcome) => {
      if (outcome === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
