import type { MetricFactory } from '#platform/telemetry';

/** Metrics of uploads and of the space for them. */
export const documentMetrics = ({ counter, gauge }: MetricFactory) => ({
  refused: counter({
    name: 'makewhole_uploads_refused_total',
    help: 'Uploads refused because a budget of the day was spent (address, network, anonymous, agent, staff, institution; test: any of the sandbox) or because there was no space (full).',
    labelNames: ['reason'],
    values: { reason: ['address', 'network', 'anonymous', 'agent', 'staff', 'institution', 'test', 'full'] },
  }),
  bytes: counter({
    name: 'makewhole_upload_bytes_total',
    help: 'Bytes of uploads that were taken, with an agent key, from an institution, or without either.',
    labelNames: ['client'],
    values: { client: ['agent', 'institution', 'anonymous'] },
  }),
  freeBytes: gauge({
    name: 'makewhole_documents_free_bytes',
    help: 'Bytes that files may still take in the directory of documents; negative while uploads are refused.',
  }),
});
