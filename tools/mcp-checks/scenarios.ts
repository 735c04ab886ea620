/** Scenarios of the conformance suite that any server can pass. */
export const ours = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
] as const;

const testTool =
  'calls a tool of the suite’s own example server, such as test_simple_text; ours are for owners, not for suites';
const testPage = 'reads a resource of the suite’s own example server, such as test://static-text';
const testPrompt = 'asks for a prompt of the suite’s own example server, such as test_simple_prompt';
const serverAsks = 'needs a server that asks the client for something in the middle of a tool; ours never does';

/** All other scenarios, with the reason why they cannot pass or do not apply. */
export const notOurs: Readonly<Record<string, string>> = {
  'logging-set-level': 'the server sends no log messages to clients, and does not say that it would',
  'completion-complete': 'no prompt or template has arguments to complete, and the capability is not declared',
  'tools-call-simple-text': testTool,
  'tools-call-image': testTool,
  'tools-call-audio': testTool,
  'tools-call-embedded-resource': testTool,
  'tools-call-mixed-content': testTool,
  'tools-call-with-logging': testTool,
  'tools-call-error': testTool,
  'tools-call-with-progress': testTool,
  'json-schema-2020-12': testTool,
  'tools-call-sampling': serverAsks,
  'tools-call-elicitation': serverAsks,
  'elicitation-sep1034-defaults': serverAsks,
  'elicitation-sep1330-enums': serverAsks,
  'server-sse-polling':
    'ends well here and proves little: it closes and resumes a stream by a test tool, and here nothing is kept to resume',
  'server-sse-multiple-streams':
    'ends well here and proves little: it is about several streams of a session, and there are no sessions',
  'resources-read-text': testPage,
  'resources-read-binary': testPage,
  'resources-templates-read': testPage,
  'resources-subscribe': 'resources do not change while somebody is connected, and the capability is not declared',
  'resources-unsubscribe': 'resources do not change while somebody is connected, and the capability is not declared',
  'prompts-get-simple': testPrompt,
  'prompts-get-with-args': testPrompt,
  'prompts-get-embedded-resource': testPrompt,
  'prompts-get-with-image': testPrompt,
};
