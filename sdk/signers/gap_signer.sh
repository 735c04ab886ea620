#!/usr/bin/env bash
# Signs requests with the profile gap-v2 and verifies webhook deliveries. One file; needs bash and openssl 3.
#
#   gap_signer.sh sign METHOD URL KEYID KEY_FILE TEST|PRODUCTION [IDEMPOTENCY_KEY] < body   prints the headers to add
#   WEBHOOK_SECRET=old,new gap_signer.sh verify "$X_SERVICE_SIGNATURE" < body               accepted, or why not
#
# The body is the exact bytes you send or received. SIGN_CREATED, SIGN_NONCE and VERIFY_NOW are for tests.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
export LC_ALL=C
# Nothing else can read what is signed or the secret's pads: they never are arguments of a program.
umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/body"

refuse() { printf '%s\n' "$1" >&2; exit 2; }

# The headers to add. Sign every attempt again: a nonce is accepted once, for 300 seconds.
sign_request() {
  local method=$1 url=${2%%#*} keyid=$3 key=$4 environment=$5 name=${6-}
  local created=${SIGN_CREATED:-$(date +%s)} nonce=${SIGN_NONCE:-$(openssl rand -hex 16)} alg components='' lines='' headers=''
  case $(openssl pkey -in "$key" -passin pass: -noout -text 2>/dev/null) in
    *'ED25519 Private-Key'*) alg=ed25519 ;;
    *'Private-Key'*prime256v1*) alg=ecdsa-p256-sha256 ;;
    *) refuse 'the key must be an Ed25519 or P-256 private key in PKCS#8 PEM (-----BEGIN PRIVATE KEY-----)' ;;
  esac
  cover() { components+="${components:+ }\"$1\""; lines+="\"$1\": $2"$'\n'; }
  add() { cover "$1" "$2"; headers+="$1: $2"$'\n'; }
  # The profile fixes this order.
  cover @method "$method"
  cover @target-uri "$url"
  if [ "$method" = POST ] || [ "$method" = PATCH ]; then
    [[ $name =~ ^[!-~]{1,255}$ ]] || refuse 'POST and PATCH need an idempotency key of 1 to 255 visible ASCII characters'
    add content-digest "sha-256=:$(openssl dgst -sha256 -binary "$folder/body" | openssl base64 -A):"
  fi
  [ -z "$name" ] || add idempotency-key "$name"
  add x-svc-environment "$environment"
  local parameters="($components);created=$created;nonce=\"$nonce\";keyid=\"$keyid\";alg=\"$alg\";tag=\"gap-v2\""
  printf '%s"@signature-params": %s' "$lines" "$parameters" > "$folder/base"
  local signature
  if [ "$alg" = ed25519 ]; then
    signature=$(openssl pkeyutl -sign -inkey "$key" -rawin -in "$folder/base" | openssl base64 -A)
  else
    openssl dgst -sha256 -sign "$key" -out "$folder/der" "$folder/base"
    # DER is two integers of changing length; the profile wants 32 bytes each.
    local numbers hex=''
    numbers=$(openssl asn1parse -inform DER -in "$folder/der" | sed -n 's/.*INTEGER *://p')
    for number in $numbers; do hex+=$(printf '%64s' "$number" | tr ' ' 0); done
    signature=$(to_bytes "$hex" | openssl base64 -A)
  fi
  printf '%ssignature-input: svc=%s\nsignature: svc=:%s:\n' "$headers" "$parameters" "$signature"
}

to_bytes() { printf '%b' "$(sed 's/../\\x&/g' <<< "$1")"; }
to_hex() { od -An -v -tx1 | tr -d ' \n'; }

# The key of a secret in hex; nothing for a text that is no secret.
hmac_key() {
  case $1 in
    whsec_gap_* | whsec_agent_*) printf '%s' "$1" | to_hex ;;
    *) [[ $1 =~ ^whsec_([A-Za-z0-9+/]+)={0,2}$ ]] || return 0
       local text=${BASH_REMATCH[1]}
       # One letter over is no base64, whatever the program makes of it.
       [ $(( ${#text} % 4 )) -ne 1 ] || return 0
       while [ $(( ${#text} % 4 )) -ne 0 ]; do text+='='; done
       printf '%s' "$text" | openssl base64 -d -A | to_hex ;;
  esac
}

# HMAC-SHA-256 of standard input, by its definition, so that the key is no argument of a program.
hmac() {
  local key=$1 inner='' outer='' at
  if [ ${#key} -gt 128 ]; then key=$(to_bytes "$key" | openssl dgst -sha256 -binary | to_hex); fi
  while [ ${#key} -lt 128 ]; do key+=00; done
  for ((at = 0; at < 128; at += 2)); do
    printf -v inner '%s%02x' "$inner" $(( 16#${key:at:2} ^ 16#36 ))
    printf -v outer '%s%02x' "$outer" $(( 16#${key:at:2} ^ 16#5c ))
  done
  { to_bytes "$inner"; cat; } | openssl dgst -sha256 -binary > "$folder/inner"
  { to_bytes "$outer"; cat "$folder/inner"; } | openssl dgst -sha256 -binary | to_hex
}

# Compares hashes with something random in them, so that the duration reveals nothing about the signature.
same() {
  local salt
  salt=$(openssl rand -hex 16)
  [ "$(printf '%s' "$salt$1" | openssl dgst -sha256 -binary | to_hex)" = "$(printf '%s' "$salt$2" | openssl dgst -sha256 -binary | to_hex)" ]
}

# accepted, header, timestamp, signature or secret.
verify_webhook() {
  local t='' times=0 signatures=() part parts secrets secret key expected matched=no apart
  IFS=, read -ra parts <<< "$1"
  for part in "${parts[@]+"${parts[@]}"}"; do
    part=${part# }
    case $part in
      t=*) t=${part#t=}; times=$((times + 1)) ;;
      v1=*) signatures+=("${part#v1=}") ;;
    esac
  done
  if [ "$times" -ne 1 ] || ! [[ $t =~ ^[0-9]{1,12}$ ]] || [ ${#signatures[@]} -eq 0 ]; then echo header; return; fi
  apart=$(( ${VERIFY_NOW:-$(date +%s)} - 10#$t ))
  if [ "${apart#-}" -gt 300 ]; then echo timestamp; return; fi
  IFS=, read -ra secrets <<< "${WEBHOOK_SECRET-}"
  [ ${#secrets[@]} -gt 0 ] || { echo secret; return; }
  for secret in "${secrets[@]}"; do
    key=$(hmac_key "$secret")
    [ -n "$key" ] || { echo secret; return; }
    expected=$({ printf '%s.' "$t"; cat "$folder/body"; } | hmac "$key")
    for part in "${signatures[@]}"; do if same "$expected" "$part"; then matched=yes; fi; done
  done
  if [ "$matched" = yes ]; then echo accepted; else echo signature; fi
}

case ${1-} in
  sign) sign_request "${@:2}" ;;
  verify) outcome=$(verify_webhook "${2-}"); echo "$outcome"; [ "$outcome" = accepted ] ;;
  *) refuse 'usage: gap_signer.sh sign METHOD URL KEYID KEY_FILE TEST|PRODUCTION [IDEMPOTENCY_KEY] | verify HEADER' ;;
esac
