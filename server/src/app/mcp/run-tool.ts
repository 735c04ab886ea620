import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ValidateFunction } from 'ajv';
import { dropOptionalNulls } from '#lib/api/drop-optional-nulls';
import { visibleText } from '#lib/text/typed-name';
import { payloadTooLarge, validationFailed } from '#platform/errors';
import { toAppError } from '#platform/http';
import { createValidator, toIssues } from '#platform/validation';
import type { Call } from './call.ts';
import { mcpMetrics } from './mcp-metrics.ts';
import { Rehearsal } from './rehearsal.ts';
import { toToolError } from './tool-errors.ts';
import type { tools } from './tools.ts';

type Tool = (typeof tools)[number];

const validator = createValidator();
const validators = new Map<string, ValidateFunction>();

/** Runs a tool; a refusal becomes a result with the next step. */
export async function runTool(tool: Tool, call: Call, given: unknown): Promise<CallToolResult> {
  const { calls } = call.ctx.metrics.of(mcpMetrics);
  try {
    const result = await tool.run(call, checked(tool, given ?? {}) as never);
    calls.inc({ tool: tool.name, outcome: 'done' });
    const text = toText(result);
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
  } catch (raw) {
    const rehearsed = raw instanceof Rehearsal;
    const error = rehearsed ? raw.refusal : toAppError(raw);
    const failed = error.status >= 500 && !rehearsed;
    calls.inc({ tool: tool.name, outcome: failed ? 'failed' : 'refused' });
    if (failed) call.ctx.log.error({ err: error, tool: tool.name }, 'mcp.tool-failed');
    return { isError: true, content: [{ type: 'text', text: toText(toToolError(error, tool)) }] };
  }
}

/** References and vehicles are as typed by a caller. Invisible characters are removed before a model reads them. */
const toText = (result: object): string =>
  JSON.stringify(result, (_name, value: unknown) => (typeof value === 'string' ? visibleText(value) : value));

/** The module itself validates a submission, because it also knows the rules across members. */
const checkedByModule: readonly string[] = ['submit_case', 'check_submission'];

/** As over HTTP; only a file is larger. */
const argumentsMax = 65_536;

function checked({ name, input }: Tool, given: unknown): unknown {
  if (name !== 'attach_report' && JSON.stringify(given).length > argumentsMax) throw payloadTooLarge();
  if (checkedByModule.includes(name)) return given;
  dropOptionalNulls(given, input);
  const validate = validators.get(name) ?? validator.compile(input);
  validators.set(name, validate);
  if (!validate(given)) throw validationFailed(toIssues(validate.errors ?? []));
  return given;
}
