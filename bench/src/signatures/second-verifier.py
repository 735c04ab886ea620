# A second verifier of the profile gap-v2, to compare the service's with: another language, another parser, another binding to a
# library of keys, and nothing of the service's code. It reads fields with a scanner of its own and no regular expression.
# In: one line with what is known, then one request a line as JSON; an empty line asks for the answers so far. Out: 1 or 0 for each.
import base64
import binascii
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256

SINGLE = {'signature-input', 'signature', 'content-digest', 'idempotency-key', 'x-svc-environment', 'authorization'}
LAST_SECOND = 253402300799
LENGTHS = {'sha-256': 32, 'sha-512': 64}
LOWER = 'abcdefghijklmnopqrstuvwxyz'
DIGITS = '0123456789'
TOKEN = set("!#$%&'*+-.^_`|~:/" + LOWER + LOWER.upper() + DIGITS)


class Refused(Exception):
    pass


def want(holds):
    if not holds:
        raise Refused()


def visible(text, without=''):
    return 1 <= len(text) <= 255 and all('!' <= one <= '~' and one not in without for one in text)


def canonical_bytes(text):
    try:
        made = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused()
    # Padding left out, or bits behind the last byte that are not zero, would be another spelling.
    want(base64.b64encode(made).decode() == text)
    return made


class Scanner:
    """A dictionary of structured fields (RFC 8941), in its canonical spelling but for blanks around commas."""

    def __init__(self, text):
        self.text = text
        self.at = 0

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ''

    def take(self, one):
        want(self.peek() == one)
        self.at += 1

    def run(self, allowed):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in allowed:
            self.at += 1
        return self.text[start:self.at]

    def key(self):
        want(self.peek() != '' and self.peek() in LOWER + '*')
        return self.run(set(LOWER + DIGITS + '_-.*'))

    def number(self):
        sign = '-' if self.peek() == '-' else ''
        self.at += len(sign)
        whole = self.run(set(DIGITS))
        want(1 <= len(whole) <= 15 and (whole == '0' or whole[0] != '0') and not (sign and whole == '0' and self.peek() != '.'))
        if self.peek() != '.':
            return int(sign + whole)
        self.at += 1
        part = self.run(set(DIGITS))
        want(len(whole) <= 12 and 1 <= len(part) <= 3 and (part == '0' or part[-1] != '0'))
        return float(sign + whole + '.' + part)

    def string(self):
        self.take('"')
        said = ''
        while self.peek() != '"':
            one = self.peek()
            want(one != '' and ' ' <= one <= '~')
            self.at += 1
            if one == '\\':
                one = self.peek()
                want(one in ('"', '\\') and one != '')
                self.at += 1
            said += one
        self.at += 1
        return said

    def bare(self):
        one = self.peek()
        want(one != '')
        if one in DIGITS + '-':
            return self.number()
        if one == '"':
            return self.string()
        if one == ':':
            self.at += 1
            end = self.text.find(':', self.at)
            want(end >= 0)
            made = canonical_bytes(self.text[self.at:end])
            self.at = end + 1
            return made
        if one == '?':
            self.at += 1
            flag = self.peek()
            want(flag in ('0', '1') and flag != '')
            self.at += 1
            return flag == '1'
        want(one in LOWER + LOWER.upper() + '*')
        return ('token', self.run(TOKEN))

    def parameters(self):
        names = []
        while self.peek() == ';':
            self.at += 1
            name = self.key()
            want(name not in names)
            names.append(name)
            if self.peek() == '=':
                self.at += 1
                # True is written by leaving it out.
                want(self.bare() is not True)
        return names

    def value(self):
        if self.peek() != '(':
            made = self.bare()
        else:
            self.at += 1
            made = []
            while self.peek() != ')':
                if made:
                    self.take(' ')
                made.append(self.bare())
                self.parameters()
            self.at += 1
        self.parameters()
        return made

    def dictionary(self):
        members = {}
        while True:
            name = self.key()
            want(name not in members)
            if self.peek() == '=':
                self.at += 1
                members[name] = self.value()
                want(members[name] is not True)
            else:
                members[name] = True
                self.parameters()
            self.run(' \t')
            if self.at == len(self.text):
                return members
            self.take(',')
            self.run(' \t')
            want(self.at < len(self.text))


def digests_of(text):
    want(len(text) <= 1024)
    members = Scanner(text).dictionary()
    known = {name: members[name] for name in LENGTHS if name in members}
    want(len(known) > 0)
    want(all(isinstance(made, bytes) and len(made) == LENGTHS[name] for name, made in known.items()))
    return known


def input_of(text, components):
    """Everything has one spelling, so it is read from left to right and nothing is looked for."""
    want(len(text) <= 1024)
    rest = text

    def skip(expected):
        nonlocal rest
        want(rest.startswith(expected))
        rest = rest[len(expected):]

    def until(end):
        nonlocal rest
        place = rest.find(end)
        want(place >= 0)
        said, rest = rest[:place], rest[place:]
        return said

    skip('svc=("' + '" "'.join(components) + '");created=')
    created = until(';')
    want(1 <= len(created) <= 12 and all(one in DIGITS for one in created) and (created == '0' or created[0] != '0'))
    skip(';nonce="')
    nonce = until('"')
    skip('";keyid="')
    keyid = until('"')
    skip('";alg="')
    alg = until('"')
    skip('";tag="gap-v2"')
    want(rest == '' and visible(nonce, '"\\') and visible(keyid, '"\\') and int(created) <= LAST_SECOND)
    return int(created), keyid, alg


def read_headers(raw):
    values = {}
    for name, value in zip(raw[0::2], raw[1::2]):
        name = name.lower()
        if name in values:
            want(name not in SINGLE)
        else:
            values[name] = value.strip(' \t')
    return values


def check(request, known):
    method, target, raw, body = request
    values = read_headers(raw)
    want('authorization' not in values and 'signature-input' in values and 'signature' in values)
    want(target[:1] == '/' and all('!' <= one <= '~' and one != '#' for one in target))
    changes = method in ('POST', 'PATCH')
    if changes:
        want('content-digest' in values and 'idempotency-key' in values)
    else:
        want(method in ('GET', 'HEAD') and 'content-digest' not in values and 'transfer-encoding' not in values)
        want(values.get('content-length', '0') == '0')
    want(values.get('x-svc-environment') in ('TEST', 'PRODUCTION'))
    covered = {'@method': method, '@target-uri': known['base'] + target}
    for name in ('content-digest', 'idempotency-key', 'x-svc-environment'):
        if name in values:
            covered[name] = values[name]
    if 'idempotency-key' in values:
        want(visible(values['idempotency-key']))
    if changes:
        content = base64.b64decode(body)
        for name, made in digests_of(values['content-digest']).items():
            want(hashlib.new(name.replace('-', ''), content).digest() == made)
    created, keyid, alg = input_of(values['signature-input'], list(covered))
    signature = values['signature']
    want(signature.startswith('svc=:') and signature.endswith(':') and len(signature) > 6)
    signature = canonical_bytes(signature[5:-1])
    want(len(signature) == 64 and keyid in known['keys'])
    named, key = known['keys'][keyid]
    want(named == alg and abs(known['now'] - created) <= known['window'])
    lines = [f'"{name}": {value}\n' for name, value in covered.items()]
    base = (''.join(lines) + '"@signature-params": ' + values['signature-input'][4:]).encode()
    if alg == 'ed25519':
        key.verify(signature, base)
    else:
        r, s = int.from_bytes(signature[:32], 'big'), int.from_bytes(signature[32:], 'big')
        key.verify(utils.encode_dss_signature(r, s), base, ec.ECDSA(SHA256()))


def holds(line, known):
    try:
        check(json.loads(line), known)
        return b'1'
    except (Refused, InvalidSignature, UnicodeEncodeError):
        return b'0'


def read_known(line):
    said = json.loads(line)
    keys = {}
    for keyid, (alg, point) in said['keys'].items():
        raw = bytes.fromhex(point)
        make = ed25519.Ed25519PublicKey.from_public_bytes
        keys[keyid] = (alg, make(raw) if alg == 'ed25519' else ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw))
    return {**said, 'keys': keys}


def main():
    known = read_known(sys.stdin.buffer.readline())
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        if line == b'\n':
            out.flush()
        else:
            out.write(holds(line, known))
    out.flush()


main()
