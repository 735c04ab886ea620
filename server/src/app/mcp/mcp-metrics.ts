import type { MetricFactory } from '#platform/telemetry';
import { toolNames } from './tool-messages.ts';

/** Which tools of the MCP server are called, and their outcomes. */
export const mcpMetrics = ({ counter }: MetricFactory) => ({
  calls: counter({
    name: 'makewhole_mcp_calls_total',
    help: 'Calls of MCP tools: done, refused with words for the client, or failed on our side.',
    labelNames: ['tool', 'outcome'],
    values: { tool: toolNames, outcome: ['done', 'refused', 'failed'] },
  }),
});
