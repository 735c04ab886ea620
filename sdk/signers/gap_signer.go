// Signs requests with the profile gap-v2 and verifies webhook deliveries. One file, Go 1.19, no modules.
//
//	go run gap_signer.go sign METHOD URL KEYID KEY_FILE TEST|PRODUCTION [IDEMPOTENCY_KEY] < body   prints the headers to add
//	WEBHOOK_SECRET=old,new go run gap_signer.go verify "$X_SERVICE_SIGNATURE" < body               accepted, or why not
//
// The body is the exact bytes you send or received. SIGN_CREATED, SIGN_NONCE and VERIFY_NOW are for tests.
// SPDX-License-Identifier: Apache-2.0
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var errKeyFormat = errors.New("the key must be an Ed25519 or P-256 private key in PKCS#8 PEM (-----BEGIN PRIVATE KEY-----)")

// Header is one header of a signed request.
type Header struct{ Name, Value string }

// Request is what is signed. Created 0 and Nonce "" mean now and random.
type Request struct {
	Method, URL, KeyID, Environment, IdempotencyKey, Nonce string
	Key                                                    crypto.Signer
	Body                                                   []byte
	Created                                                int64
}

var visible = regexp.MustCompile(`^[\x21-\x7e]{1,255}$`)

// SignRequest gives the headers to add. Sign every attempt again: a nonce is accepted once, for 300 seconds.
func SignRequest(request Request) ([]Header, error) {
	changes := request.Method == "POST" || request.Method == "PATCH"
	if changes && !visible.MatchString(request.IdempotencyKey) {
		return nil, errors.New("POST and PATCH need an idempotency key of 1 to 255 visible ASCII characters")
	}
	if request.Created == 0 {
		request.Created = time.Now().Unix()
	}
	if request.Nonce == "" {
		random := make([]byte, 16)
		if _, err := rand.Read(random); err != nil {
			return nil, err
		}
		request.Nonce = hex.EncodeToString(random)
	}
	// The profile fixes this order.
	var added []Header
	if changes {
		digest := sha256.Sum256(request.Body)
		added = append(added, Header{"content-digest", "sha-256=:" + base64.StdEncoding.EncodeToString(digest[:]) + ":"})
	}
	if request.IdempotencyKey != "" {
		added = append(added, Header{"idempotency-key", request.IdempotencyKey})
	}
	added = append(added, Header{"x-svc-environment", request.Environment})
	target := strings.SplitN(request.URL, "#", 2)[0]
	components := append([]Header{{"@method", request.Method}, {"@target-uri", target}}, added...)
	var covered, lines []string
	for _, one := range components {
		covered = append(covered, `"`+one.Name+`"`)
		lines = append(lines, `"`+one.Name+`": `+one.Value)
	}
	alg := "ed25519"
	if _, isCurve := request.Key.(*ecdsa.PrivateKey); isCurve {
		alg = "ecdsa-p256-sha256"
	}
	parameters := fmt.Sprintf(`(%s);created=%d;nonce="%s";keyid="%s";alg="%s";tag="gap-v2"`,
		strings.Join(covered, " "), request.Created, request.Nonce, request.KeyID, alg)
	base := strings.Join(append(lines, `"@signature-params": `+parameters), "\n")
	signature, err := sign(request.Key, []byte(base))
	if err != nil {
		return nil, err
	}
	encoded := base64.StdEncoding.EncodeToString(signature)
	return append(added, Header{"signature-input", "svc=" + parameters}, Header{"signature", "svc=:" + encoded + ":"}), nil
}

func sign(key crypto.Signer, base []byte) ([]byte, error) {
	curve, isCurve := key.(*ecdsa.PrivateKey)
	if !isCurve {
		return key.Sign(rand.Reader, base, crypto.Hash(0))
	}
	digest := sha256.Sum256(base)
	r, s, err := ecdsa.Sign(rand.Reader, curve, digest[:])
	if err != nil {
		return nil, err
	}
	// 32 bytes each, not DER.
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signature, nil
}

// ReadKey reads a private key.
func ReadKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, errKeyFormat
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errKeyFormat
	}
	switch key := parsed.(type) {
	case ed25519.PrivateKey:
		return key, nil
	case *ecdsa.PrivateKey:
		if key.Curve.Params().Name == "P-256" {
			return key, nil
		}
	}
	return nil, errKeyFormat
}

var (
	unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)
	standard    = regexp.MustCompile(`^whsec_([A-Za-z0-9+/]+)={0,2}$`)
)

// VerifyWebhook says accepted, header, timestamp, signature or secret.
func VerifyWebhook(header string, body []byte, secrets []string, now int64) string {
	var times, signatures []string
	for _, part := range strings.Split(header, ",") {
		part = strings.TrimSpace(part)
		if strings.HasPrefix(part, "t=") {
			times = append(times, part[2:])
		} else if strings.HasPrefix(part, "v1=") {
			signatures = append(signatures, part[3:])
		}
	}
	if len(times) != 1 || !unixSeconds.MatchString(times[0]) || len(signatures) == 0 {
		return "header"
	}
	t, _ := strconv.ParseInt(times[0], 10, 64)
	if now-t > 300 || t-now > 300 {
		return "timestamp"
	}
	matched := false
	for _, secret := range secrets {
		key, ok := hmacKey(secret)
		if !ok {
			return "secret"
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		expected := hex.EncodeToString(mac.Sum(nil))
		for _, signature := range signatures {
			// In constant time.
			matched = hmac.Equal([]byte(expected), []byte(signature)) || matched
		}
	}
	if matched {
		return "accepted"
	}
	return "signature"
}

func hmacKey(secret string) ([]byte, bool) {
	if strings.HasPrefix(secret, "whsec_gap_") || strings.HasPrefix(secret, "whsec_agent_") {
		return []byte(secret), true
	}
	found := standard.FindStringSubmatch(secret)
	if found == nil {
		return nil, false
	}
	key, err := base64.RawStdEncoding.DecodeString(found[1])
	return key, err == nil
}

func numberFrom(name string, otherwise int64) int64 {
	if number, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
		return number
	}
	return otherwise
}

func run(given []string) (int, error) {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 2, err
	}
	if len(given) >= 6 && given[0] == "sign" {
		text, err := os.ReadFile(given[4])
		if err != nil {
			return 2, err
		}
		key, err := ReadKey(text)
		if err != nil {
			return 2, err
		}
		request := Request{Method: given[1], URL: given[2], KeyID: given[3], Key: key, Environment: given[5], Body: body,
			Created: numberFrom("SIGN_CREATED", 0), Nonce: os.Getenv("SIGN_NONCE")}
		if len(given) > 6 {
			request.IdempotencyKey = given[6]
		}
		headers, err := SignRequest(request)
		for _, one := range headers {
			fmt.Printf("%s: %s\n", one.Name, one.Value)
		}
		return 0, err
	}
	header := ""
	if len(given) > 1 {
		header = given[1]
	}
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRET"), ",")
	outcome := VerifyWebhook(header, body, secrets, numberFrom("VERIFY_NOW", time.Now().Unix()))
	fmt.Println(outcome)
	if outcome != "accepted" {
		return 1, nil
	}
	return 0, nil
}

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(code)
}
