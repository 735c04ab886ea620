import { errors } from 'undici';
import { GatewayError } from '#platform/errors';

/** All codes with which a request can fail, described for people who inspect the delivery. */
const causes: Record<string, string> = {
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut before an answer',
  EPIPE: 'the connection was cut before an answer',
  UND_ERR_SOCKET: 'the connection was cut before an answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'no connection in time',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not from a trusted authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not from a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not from a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not from a trusted authority',
  UND_ERR_HEADERS_OVERFLOW: 'the answer had too many headers',
};

export function causeOfError(error: unknown): string {
  if (error instanceof GatewayError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof errors.HTTPParserError) return 'the answer was not HTTP';
  if (code.startsWith('ERR_SSL')) return 'no secure connection could be agreed on';
  // undici's message for an unexpected interim response (100, 101); other connection errors have other messages.
  if (error instanceof errors.SocketError && error.message.startsWith('bad ')) return 'the answer was not a final one';
  return causes[code] ?? 'the request failed';
}

export function causeOfStatus(status: number): string {
  if (status >= 200 && status < 300) return 'acknowledged';
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}`;
}
