// The mistakes that signers make, described for the engineer who made one. The code is stable; the words may change.

export type Mistake = { readonly code: string; readonly what: string; readonly fix: string };

const words = {
  'target.scheme': ['The address was signed with another scheme.', 'Sign the address as you call it, with https.'],
  'target.host': [
    'The address was signed with another host.',
    'Sign the public address of the API, not that of a proxy, a container or a test machine.',
  ],
  'target.port': ['The address was signed with a port.', 'Leave the port out: the public address has none.'],
  'target.no_query': [
    'The address was signed without its query.',
    'Sign everything behind the path too, from the ? on.',
  ],
  'target.trailing_slash': [
    'The path was signed with a slash at its end more, or less, than it was called with.',
    'Sign exactly the address that you call.',
  ],
  'target.double_slash': [
    'The address was signed with two slashes between host and path.',
    'Join base and path with one slash.',
  ],
  'target.path_only': ['Only the path was signed.', 'Sign the whole address, from https:// on, as @target-uri.'],
  'target.relative': [
    'The address was signed without the prefix of the API.',
    'Sign the whole address, with everything in front of the last segment.',
  ],
  'target.normalized': [
    'The address was signed with another percent-encoding than it was called with.',
    'Sign the bytes of the address as they are sent; decode and encode nothing.',
  ],
  'method.lower_case': ['The method was signed in lower case.', 'Sign it in upper case: POST.'],
  'method.other': ['Another method was signed than was called.', 'Sign the method of the call.'],
  'text.final_newline': ['The signed text ended with a line break.', 'Join the lines; the last one has no line break.'],
  'text.crlf': ['The lines were joined with CR and LF.', 'Join the lines with LF alone.'],
  'text.unquoted_names': [
    'The names of components were not in quotation marks.',
    'Begin each line with "name": value.',
  ],
  'text.no_space': ['There was no space behind the colon of each line.', 'Begin each line with "name": value.'],
  'text.title_case': ['The names of headers were not in lower case.', 'Write "content-digest", not "Content-Digest".'],
  'text.no_params': [
    'The line of @signature-params was not signed.',
    'End the text with "@signature-params": and the value of Signature-Input behind svc=.',
  ],
  'text.params_label': [
    'The label was signed with the parameters.',
    'In the line of @signature-params leave svc= out; it begins with the bracket.',
  ],
  'text.params_unquoted': [
    'The name @signature-params was signed without quotation marks.',
    'Begin the last line with "@signature-params": and a space.',
  ],
  'text.order': [
    'The lines were signed in another order than Signature-Input names them.',
    'Sign the lines in the order of Signature-Input.',
  ],
  'text.escaped_newlines': [
    'The lines were joined with a backslash and an n.',
    'Join the lines with the character LF.',
  ],
  'text.values_only': [
    'Only the values were signed.',
    'Each line begins with the name of its component: "name": value.',
  ],
  'body.compact': [
    'Content-Digest is of the body without its blanks.',
    'Serialize the body once, and hash and send the same bytes.',
  ],
  'body.pretty': [
    'Content-Digest is of the body in a pretty-printed form.',
    'Serialize the body once, and hash and send the same bytes.',
  ],
  'body.spaced': [
    'Content-Digest is of the body with a blank behind each colon and comma, as Python writes it.',
    'Serialize the body once, and hash and send the same bytes.',
  ],
  'body.sorted': [
    'Content-Digest is of the body with its members sorted.',
    'Serialize the body once, and hash and send the same bytes.',
  ],
  'body.escaped': [
    'Content-Digest is of the body with other characters than ASCII escaped.',
    'Serialize the body once, and hash and send the same bytes.',
  ],
  'body.final_newline': [
    'Content-Digest is of the body with one line break at its end more, or less.',
    'Hash exactly the bytes that you send.',
  ],
  'body.crlf': ['Content-Digest is of the body with other line ends.', 'Hash exactly the bytes that you send.'],
  'body.byte_order_mark': [
    'Content-Digest is of the body with, or without, a byte order mark.',
    'Hash exactly the bytes that you send.',
  ],
  'body.empty': ['Content-Digest is of an empty body.', 'Hash the body before it is sent, not after it was read.'],
  'body.changed': [
    'Content-Digest does not belong to the body that arrived, nor to another form of it.',
    'Hash exactly the bytes that you send; look for something on the way that changes them.',
  ],
  'digest.hex': ['Content-Digest holds hexadecimal digits.', 'Write the digest in base64: sha-256=:…:'],
  'digest.base64url': ['Content-Digest is in base64url.', 'Write it in plain base64, with + and / and padding.'],
  'digest.form': [
    'Content-Digest is not in its form.',
    'Write sha-256=:…: with the base64 of the digest between two colons.',
  ],
  'digest.old_header': [
    'The digest is in the header Digest, which is an older one.',
    'Send it as Content-Digest: sha-256=:…: and cover content-digest.',
  ],
  'signature.der': ['The ECDSA signature is in DER.', 'Send r and s, 32 bytes each (IEEE P1363), as RFC 9421 has it.'],
  'signature.hex': ['The signature is in hexadecimal digits.', 'Write it in base64 between two colons.'],
  'signature.base64url': ['The signature is in base64url.', 'Write it in plain base64, with + and / and padding.'],
  'signature.double_base64': ['The signature is encoded in base64 twice.', 'Encode the 64 bytes once.'],
  'signature.form': [
    'Signature is not in its form.',
    'Write svc=:…: with the base64 of the signature between two colons.',
  ],
  'signature.swapped': ['The halves of the ECDSA signature are swapped.', 'Send r first, then s.'],
  'hash.twice': [
    'The text was hashed before it was signed.',
    'Give the text itself to the signing function; it hashes as the algorithm needs.',
  ],
  'hash.hex': ['The hexadecimal digest of the text was signed.', 'Give the text itself to the signing function.'],
  'hash.other': ['The text was signed with another hash than SHA-256.', 'Use ECDSA with P-256 and SHA-256.'],
  'credential.other': [
    'Another credential of yours made this signature.',
    'Sign with the private key that belongs to the keyid, or send the other keyid.',
  ],
  'credential.unknown_keyid': [
    'The keyid is none of your credentials.',
    'Send the id of the credential, which begins with crd_, as keyid.',
  ],
  'credential.pending': [
    'The credential is not active yet.',
    'Send the challenge to POST /credentials/{id}/verify, signed by this credential.',
  ],
  'credential.revoked': ['The credential was revoked.', 'Sign with one that is active.'],
  'credential.alg': ['The alg is not that of the credential.', 'Send the alg that the credential was uploaded with.'],
  'environment.mode': [
    'X-SVC-Environment is not the mode of the credential.',
    'Send TEST with a test credential and PRODUCTION with a live one.',
  ],
  'environment.value': ['X-SVC-Environment is neither TEST nor PRODUCTION.', 'Write TEST or PRODUCTION in capitals.'],
  'input.label': ['The signature has another label than svc.', 'Write svc= in Signature-Input and in Signature.'],
  'input.several': ['There is more than one signature.', 'Send one, labelled svc.'],
  'input.missing': ['A header of the signature is missing.', 'Send both Signature-Input and Signature.'],
  'input.unreadable': [
    'Signature-Input cannot be read.',
    'Write svc=("@method" …);created=…;nonce="…";keyid="…";alg="…";tag="gap-v2".',
  ],
  'input.spelling': [
    'Signature-Input is spelled with blanks or marks that do not belong there.',
    'Write one blank between components and none around semicolons.',
  ],
  'input.components': [
    'Other components are covered than the profile asks for.',
    'Cover exactly those of the profile.',
  ],
  'input.order': ['The components are covered in another order.', 'Cover them in the order of the profile.'],
  'input.parameters': [
    'The parameters are not created, nonce, keyid, alg and tag, in this order.',
    'Send these five, in this order, and no other.',
  ],
  'input.created': [
    'created is not a whole number of unix seconds.',
    'Send seconds, as a number without quotation marks.',
  ],
  'created.milliseconds': ['created is in milliseconds.', 'Send whole seconds.'],
  'created.clock': [
    'created is too far from our clock.',
    'Set the clock of the machine that signs, and sign again for each attempt.',
  ],
  'input.authorization': ['An Authorization header is beside the signature.', 'Send one or the other.'],
  'input.repeated': ['A header of the signature is there more than once.', 'Send each once.'],
  'headers.missing': ['A header that must be covered is missing.', 'Send it, and cover it.'],
  'nonce.used': ['The nonce was used before.', 'Make a new one for each attempt, retries included.'],
  'secret.text': ['The secret was used as text.', 'Decode what is behind whsec_ from base64; the bytes are the key.'],
  'secret.prefix': [
    'The prefix of the secret was used as part of the key.',
    'Leave whsec_ out, and decode the rest from base64.',
  ],
  'secret.decoded': [
    'The secret was decoded, though it is text.',
    'Use a secret that begins with whsec_gap_ whole, as it is.',
  ],
  'secret.other': [
    'Another secret of yours made this signature.',
    'Use the secret of the endpoint that got the delivery.',
  ],
  'secret.previous': [
    'The secret before the rotation made this signature.',
    'Verify with both secrets until the overlap ends.',
  ],
  'secret.whitespace': ['The secret has blanks or a line break around it.', 'Trim it where it is read from.'],
  'webhook.header': [
    'No header of the signature is there that can be read.',
    'Keep the headers as they arrived: X-Service-Signature is t=<unix seconds>,v1=<64 hexadecimal digits>; or all three of webhook-id, webhook-timestamp and webhook-signature.',
  ],
  'webhook.no_time': ['The time was left out.', 'Sign the time, a dot and the body.'],
  'webhook.no_id': ['The id was left out.', 'For webhook-signature sign id, time and body, joined with dots.'],
  'webhook.separator': ['Time and body were joined with something else than a dot.', 'Join them with one dot.'],
  'webhook.encoding': [
    'The signature is right and in another encoding.',
    'X-Service-Signature is in hexadecimal digits, webhook-signature in base64.',
  ],
  'webhook.plain_hash': ['A plain hash was computed.', 'Compute HMAC-SHA-256 with the secret as key.'],
  'webhook.hash': ['The HMAC was computed with another hash than SHA-256.', 'Use HMAC-SHA-256.'],
  'webhook.clock': ['The delivery is older than your tolerance.', 'Set the clock; allow 300 seconds.'],
  'webhook.order': ['Body and time were joined in another order.', 'The time comes first, then a dot, then the body.'],
  'received.compact': [
    'The body was verified without its blanks.',
    'Verify the bytes as they arrived, before parsing.',
  ],
  'received.pretty': [
    'The body was verified in a pretty-printed form.',
    'Verify the bytes as they arrived, before parsing.',
  ],
  'received.spaced': [
    'The body was verified with a blank behind each colon and comma.',
    'Verify the bytes as they arrived, before parsing.',
  ],
  'received.sorted': [
    'The body was verified with its members sorted.',
    'Verify the bytes as they arrived, before parsing.',
  ],
  'received.escaped': [
    'The body was verified with characters escaped.',
    'Verify the bytes as they arrived, before parsing.',
  ],
  'received.final_newline': [
    'The body was verified with one line break at its end more, or less.',
    'Verify the bytes as they arrived.',
  ],
  'received.crlf': ['The body was verified with other line ends.', 'Verify the bytes as they arrived.'],
  'received.byte_order_mark': [
    'The body was verified with a byte order mark more, or less.',
    'Verify the bytes as they arrived.',
  ],
  'received.empty': [
    'An empty body was verified.',
    'Read the body before verifying it, and do not let a parser take it first.',
  ],
} as const satisfies Record<string, readonly [what: string, fix: string]>;

export type MistakeCode = keyof typeof words;

export const mistakeCodes = Object.keys(words) as MistakeCode[];

export function mistake(code: MistakeCode, detail = ''): Mistake {
  const [what, fix] = words[code];
  return { code, what: detail === '' ? what : `${what} ${detail}`, fix };
}
