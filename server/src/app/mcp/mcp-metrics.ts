import type { MetricFactory } from '#platform/telemetry';
import { toolNames } from './tool-messages.ts';

/** What is measured of the MCP server: which tools are called, and what becomes of it. */
export const mcpMetrics = ({ counter }: MetricFactory) => ({
  calls: counter({
    name: 'makewhole_mcp_calls_total',
    help: 'Calls of MCP tools: done, refused with words for the client, or failed on our side.',
    labelNames: ['tool', 'outcome'],
    values: { tool: toolNames, outcome: ['done', 'refused', 'failed'] },
  }),
});
