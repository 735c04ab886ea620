import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { ActiveSpan, Tracing } from './trace.ts';

/** Sends spans to a collector. */
export function createCollectedTracing(service: string, endpoint: string): Tracing {
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
