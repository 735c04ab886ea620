import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Static, TSchema } from 'typebox';
import { twinOf } from '#app/docs/to-markdown-url';
import { previewMarket } from '#modules/intakes';
import { AppError, unavailable, validationFailed } from '#platform/errors';
import type { Call } from './call.ts';
import { serviceFacts, type ServiceFacts } from './facts-to-say.ts';
import { attach, checkSubmission, getReceipt, listMine, submit } from './intake-tools.ts';
import * as schemas from './tool-schemas.ts';
import type { marketInput, marketOutput, searchInput, searchOutput } from './tool-schemas.ts';
import { toolNames, toolWords, type ToolName } from './tool-messages.ts';

const getFacts = async ({ ctx: { config, clock }, livemode }: Call): Promise<ServiceFacts> =>
  serviceFacts({ config, now: clock.now(), livemode });

/** Without a wait time: each read counts for 24 hours, and a model that waits so long has lost its owner. */
const usedUp = () =>
  new AppError(
    'rate_limited',
    'The daily limit on market reads without an agent key is used up: each counts for 24 hours. With a key, there is no such limit.',
    { status: 429 },
  );

async function readMarketOf({ ctx }: Call, given: Static<typeof marketInput>): Promise<Static<typeof marketOutput>> {
  const { state, acv_offer_cents: offer, ...vehicle } = given;
  const preview = await previewMarket(ctx, { ...vehicle, loss_state: state, offer_cents: offer });
  if (preview.kind === 'used up') throw usedUp();
  if (preview.kind === 'unavailable')
    throw unavailable('The market could not be read right now; continue without it, or try again in a moment.', {
      retryAfterS: 5,
    });
  if (preview.kind === 'too little')
    throw validationFailed(preview.missing.map((path) => ({ path, message: 'is required to read the market' })));
  return { preliminary: preview.preliminary, say_this: preview.preliminary.disclaimer };
}

async function searchDocs(
  { ctx, docs }: Call,
  given: Static<typeof searchInput>,
): Promise<Static<typeof searchOutput>> {
  const { query, limit = 8 } = given;
  const { publicBaseUrl } = ctx.config;
  const { hits } = docs.search(query, limit);
  return {
    results: hits.map(({ title, path, excerpt }) => ({ title, url: `${publicBaseUrl}${twinOf(path)}`, excerpt })),
  };
}

type Tool = {
  readonly input: TSchema;
  readonly output: TSchema;
  readonly annotations: ToolAnnotations;
  /** The arguments were checked against `input`. */
  run(call: Call, given: never): Promise<object>;
};

/** Describes a read-only tool: no side effect, and the same answer to the same question. */
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
/** Describes a tool that adds something and removes nothing; a repeat changes nothing more. It contacts people outside. */
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

/** All tools, each with its texts. */
export const tools = toolNames.map((name) => ({ name, ...toolWords[name], ...definitions[name] }));
