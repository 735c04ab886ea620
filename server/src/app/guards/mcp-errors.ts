import type { ErrorRenderer } from '#platform/http';

/** Distinguishes JSON that is not a message from text that is not JSON. */
const unread = /not valid JSON|did not arrive/;
const invalidRequest = -32_600;

/** Codes of JSON-RPC; -32000 to -32099 are server-defined. */
const codes: Readonly<Record<string, number>> = {
  malformed_body: -32_700,
  validation_failed: invalidRequest,
  payload_too_large: invalidRequest,
  unsupported_media_type: invalidRequest,
  internal_error: -32_603,
};
const refused = -32_000;

/** Refusals before a message is read: JSON-RPC errors without an id, with an HTTP status. */
export const mcpErrors: ErrorRenderer = {
  surface: 'mcp',
  render(error) {
    const { code, message, status, retryAfterS } = error;
    const data = { code, ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }) };
    const isMessageOfNoKind = code === 'malformed_body' && !unread.test(message);
    const number = isMessageOfNoKind ? invalidRequest : (codes[code] ?? refused);
    const body = { jsonrpc: '2.0', id: null, error: { code: number, message, data } };
    const challenge = status === 401 ? { 'www-authenticate': 'Bearer realm="agent", error="invalid_token"' } : {};
    return {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...challenge },
      body: JSON.stringify(body),
    };
  },
};
