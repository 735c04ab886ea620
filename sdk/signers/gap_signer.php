<?php
// Signs requests with the profile gap-v2 and verifies webhook deliveries. One file; needs the extensions openssl and sodium.
//
//   php gap_signer.php sign METHOD URL KEYID KEY_FILE TEST|PRODUCTION [IDEMPOTENCY_KEY] < body   prints the headers to add
//   WEBHOOK_SECRET=old,new php gap_signer.php verify "$X_SERVICE_SIGNATURE" < body               accepted, or why not
//
// The body is the exact bytes you send or received. SIGN_CREATED, SIGN_NONCE and VERIFY_NOW are for tests.
// SPDX-License-Identifier: Apache-2.0
declare(strict_types=1);

const KEY_FORMAT = 'the key must be an Ed25519 or P-256 private key in PKCS#8 PEM (-----BEGIN PRIVATE KEY-----)';

/** The headers to add. Sign every attempt again: a nonce is accepted once, for 300 seconds. */
function sign_request(array $request): array
{
    ['method' => $method, 'url' => $url, 'keyid' => $keyid, 'pem' => $pem, 'environment' => $environment] = $request;
    $idempotencyKey = $request['idempotency_key'] ?? null;
    $body = $request['body'] ?? '';
    $created = $request['created'] ?? time();
    $nonce = $request['nonce'] ?? bin2hex(random_bytes(16));
    $changes = in_array($method, ['POST', 'PATCH'], true);
    if ($changes && !preg_match('/^[\x21-\x7e]{1,255}$/D', $idempotencyKey ?? '')) {
        throw new InvalidArgumentException('POST and PATCH need an idempotency key of 1 to 255 visible ASCII characters');
    }
    [$alg, $sign] = signer_of($pem);
    // The profile fixes this order.
    $added = [];
    if ($changes) {
        $added['content-digest'] = 'sha-256=:' . base64_encode(hash('sha256', $body, true)) . ':';
    }
    if ($idempotencyKey !== null) {
        $added['idempotency-key'] = $idempotencyKey;
    }
    $added['x-svc-environment'] = $environment;
    $components = ['@method' => $method, '@target-uri' => explode('#', $url)[0]] + $added;
    $covered = implode(' ', array_map(fn ($name) => "\"$name\"", array_keys($components)));
    $parameters = "($covered);created=$created;nonce=\"$nonce\";keyid=\"$keyid\";alg=\"$alg\";tag=\"gap-v2\"";
    $lines = [];
    foreach ($components + ['@signature-params' => $parameters] as $name => $value) {
        $lines[] = "\"$name\": $value";
    }
    $signature = base64_encode($sign(implode("\n", $lines)));
    return $added + ['signature-input' => "svc=$parameters", 'signature' => "svc=:$signature:"];
}

/** The algorithm of a key, and what signs with it. */
function signer_of(string $pem): array
{
    if (!preg_match('/-----BEGIN PRIVATE KEY-----(.+?)-----END PRIVATE KEY-----/s', $pem, $found)) {
        throw new InvalidArgumentException(KEY_FORMAT);
    }
    $der = base64_decode(preg_replace('/\s/', '', $found[1]), true);
    // A PKCS#8 Ed25519 key without attributes: a fixed head, then the seed.
    $head = hex2bin('302e020100300506032b657004220420');
    if ($der !== false && strlen($der) === 48 && str_starts_with($der, $head)) {
        $pair = sodium_crypto_sign_seed_keypair(substr($der, 16));
        return ['ed25519', fn (string $base) => sodium_crypto_sign_detached($base, sodium_crypto_sign_secretkey($pair))];
    }
    $key = openssl_pkey_get_private($pem);
    if ($key === false || (openssl_pkey_get_details($key)['ec']['curve_name'] ?? '') !== 'prime256v1') {
        throw new InvalidArgumentException(KEY_FORMAT);
    }
    return ['ecdsa-p256-sha256', function (string $base) use ($key): string {
        openssl_sign($base, $der, $key, OPENSSL_ALGO_SHA256);
        // DER is two integers of changing length; the profile wants 32 bytes each.
        $r = substr($der, 4, ord($der[3]));
        $s = substr($der, 6 + strlen($r));
        $fixed = fn (string $number) => str_pad(ltrim($number, "\0"), 32, "\0", STR_PAD_LEFT);
        return $fixed($r) . $fixed($s);
    }];
}

/** accepted, header, timestamp, signature or secret. */
function verify_webhook(string $header, string $body, array $secrets, ?int $now = null, int $tolerance = 300): string
{
    $times = $signatures = [];
    foreach (array_map('trim', explode(',', $header)) as $part) {
        if (str_starts_with($part, 't=')) {
            $times[] = substr($part, 2);
        } elseif (str_starts_with($part, 'v1=')) {
            $signatures[] = substr($part, 3);
        }
    }
    if (count($times) !== 1 || !preg_match('/^\d{1,12}$/D', $times[0]) || $signatures === []) {
        return 'header';
    }
    if (abs(($now ?? time()) - (int) $times[0]) > $tolerance) {
        return 'timestamp';
    }
    $matched = false;
    foreach ($secrets as $secret) {
        $key = hmac_key($secret);
        if ($key === null) {
            return 'secret';
        }
        $expected = hash_hmac('sha256', "$times[0].$body", $key);
        foreach ($signatures as $signature) {
            $matched = hash_equals($expected, $signature) || $matched;
        }
    }
    return $matched ? 'accepted' : 'signature';
}

function hmac_key(string $secret): ?string
{
    if (preg_match('/^whsec_(gap|agent)_/', $secret)) {
        return $secret;
    }
    if (!preg_match('~^whsec_([A-Za-z0-9+/]+)={0,2}$~D', $secret, $found)) {
        return null;
    }
    // An empty key would be everybody's.
    return base64_decode($found[1], true) ?: null;
}

function main(array $given): int
{
    $body = stream_get_contents(STDIN);
    $number = fn (string $name) => getenv($name) === false ? null : (int) getenv($name);
    if (($given[0] ?? '') === 'sign') {
        $headers = sign_request(array_filter([
            'method' => $given[1], 'url' => $given[2], 'keyid' => $given[3], 'pem' => file_get_contents($given[4]),
            'environment' => $given[5], 'idempotency_key' => $given[6] ?? null, 'body' => $body,
            'created' => $number('SIGN_CREATED'), 'nonce' => getenv('SIGN_NONCE') ?: null,
        ], fn ($value) => $value !== null));
        foreach ($headers as $name => $value) {
            echo "$name: $value\n";
        }
        return 0;
    }
    $outcome = verify_webhook($given[1] ?? '', $body, explode(',', (string) getenv('WEBHOOK_SECRET')), $number('VERIFY_NOW'));
    echo "$outcome\n";
    return $outcome === 'accepted' ? 0 : 1;
}

if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
    exit(main(array_slice($argv, 1)));
}
