import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import type { Call } from './call.ts';
import { attach, checkSubmission, getReceipt, listMine, submit } from './intake-tools.ts';
import { getFacts, readMarketOf, searchDocs } from './fact-tools.ts';
import * as schemas from './tool-schemas.ts';
import { toolNames, toolWords, type ToolName } from './tool-words.ts';

type Tool = {
  readonly input: TSchema;
  readonly output: TSchema;
  readonly annotations: ToolAnnotations;
  /** The arguments were checked against `input`. */
  run(call: Call, given: never): Promise<object>;
};

/** About what is here: no side effect, and the same answer to the same question. */
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
/** Adds something and takes nothing away; the same again changes nothing more. People outside are contacted. */
const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;

const definitions: Readonly<Record<ToolName, Tool>> = {
  get_service_facts: { input: schemas.noArguments, output: schemas.factsOutput, annotations: reads, run: getFacts },
  read_market: { input: schemas.marketInput, output: schemas.marketOutput, annotations: reads, run: readMarketOf },
  check_submission: {
    input: schemas.checkInput,
    output: schemas.checkOutput,
    annotations: reads,
    run: checkSubmission,
  },
  submit_case: { input: schemas.submitInput, output: schemas.submitOutput, annotations: adds, run: submit },
  get_case: { input: schemas.intakeInput, output: schemas.receiptOutput, annotations: reads, run: getReceipt },
  attach_report: {
    input: schemas.attachInput,
    output: schemas.receiptOutput,
    annotations: { ...adds, openWorldHint: false },
    run: attach,
  },
  list_my_cases: { input: schemas.listInput, output: schemas.listOutput, annotations: reads, run: listMine },
  search_docs: { input: schemas.searchInput, output: schemas.searchOutput, annotations: reads, run: searchDocs },
};

/** All tools, each with its words. */
export const tools = toolNames.map((name) => ({ name, ...toolWords[name], ...definitions[name] }));
