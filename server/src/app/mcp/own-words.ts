import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';
import type { Logger } from '#platform/telemetry';

/** Codes of JSON-RPC. */
const internalError = -32_603;
const invalidParams = -32_602;

/**
 * Lets no sentence of a library out: what the packages could not read of a message is the client's mistake, and whatever else
 * fails is ours, which is logged and not described.
 */
export function speakOwnWords(server: McpServer, log: Logger): McpServer {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(reword(message, log), options);
    return connect(transport);
  };
  return server;
}

function reword(message: JSONRPCMessage, log: Logger): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== internalError) return message;
  if (isListOfIssues(message.error.message))
    return { ...message, error: { code: invalidParams, message: 'Invalid params: see the schema of this method.' } };
  log.error({ code: internalError }, 'mcp.message-failed');
  return { ...message, error: { code: internalError, message: 'Something went wrong on our side.' } };
}

/** The packages' validator writes what it found as a list in JSON. */
const isListOfIssues = (text: string): boolean => /^\s*\[\s*\{/.test(text);
